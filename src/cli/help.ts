import { wrap } from "../text/width.ts";
import { COMMON_OPTIONS, type Command, type Operand, type Program } from "./command.ts";

/** The width of the column with the names of commands and options. */
const NAME = 14;

/** The help for one command, or for the program, wrapped to `columns`. */
export function helpText(program: Program, name: string | undefined, columns: number): string {
  const command = name === undefined ? undefined : program.commands[name];
  return name === undefined || command === undefined
    ? programHelp(program, columns)
    : commandHelp(`${program.name} ${name}`, program.name, command, columns);
}

function programHelp(program: Program, columns: number): string {
  const commands = Object.entries(program.commands).flatMap(([name, command]) => [
    row(name, command.summary, columns),
    ...(program.isBrief ? [] : optionRows(command, "  ", columns)),
  ]);
  const codes = program.exitCodes.map(([code, meaning]) =>
    lines(meaning, columns, `  ${String(code).padEnd(4)}`),
  );
  const command = program.fallback === undefined ? "<command>" : "[command]";
  return [
    `${lines(program.summary, columns)}\n`,
    lines(`${program.name} ${command} [options]`, columns, "Usage: "),
    ...(program.fallback === undefined ? [] : [lines(`Without a command: ${program.fallback}.`, columns)]),
    `\nCommands:\n${commands.join("")}`,
    `\nOptions:\n${commonRows(columns)}\n`,
    ...program.notes.map((note) => lines(note, columns)),
    `\nExit codes:\n${codes.join("")}`,
  ].join("");
}

function commandHelp(line: string, program: string, command: Command, columns: number): string {
  const { summary, note, operands = [], examples } = command;
  const usage = [line, ...operands.map(operandText), "[options]"].join(" ");
  const what = [`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`, ...(note ? [note] : [])].join(" ");
  return [
    `${lines(usage, columns, "Usage: ")}\n${lines(what, columns)}`,
    `\nOptions:\n${optionRows(command, "", columns).join("")}${commonRows(columns)}`,
    // Not wrapped, so that they can be copied.
    `\nExamples:\n${examples.map((example) => `  ${program} ${example}\n`).join("")}`,
  ].join("");
}

/** An operand as the usage line shows it. */
export function operandText({ name, values, isOptional }: Operand): string {
  const text = values?.join("|") ?? name;
  return isOptional ? `[${text}]` : text;
}

function optionRows({ options }: Command, indent: string, columns: number): string[] {
  return Object.entries(options).map(([name, what]) =>
    typeof what === "string"
      ? row(`${indent}--${name}`, what, columns)
      : row(`${indent}--${name} ${what.value}`, what.what, columns),
  );
}

function commonRows(columns: number): string {
  return Object.entries(COMMON_OPTIONS)
    .map(([name, { what }]) => row(`--${name}`, what, columns))
    .join("");
}

function row(name: string, what: string, columns: number): string {
  if (name.length > NAME) return `  ${name}\n${lines(what, columns, " ".repeat(NAME + 3))}`;
  return lines(what, columns, `  ${name.padEnd(NAME)} `);
}

function lines(text: string, columns: number, label: string = ""): string {
  return wrap(text, columns, label)
    .map((line) => `${line}\n`)
    .join("");
}
