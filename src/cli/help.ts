import { wrap } from "../text/width.ts";
import type { Command, Program } from "./command.ts";
import { EVERYWHERE } from "./common-options.ts";

/** The columns of a command's or an option's name. */
const NAME = 14;

/** The help of a command, or of all, for so many columns. Pure. */
export function helpText(program: Program, name: string | undefined, columns: number): string {
  const command = name === undefined ? undefined : program.commands[name];
  return name === undefined || command === undefined
    ? helpOfAll(program, columns)
    : helpOf(`${program.name} ${name}`, program.name, command, columns);
}

function helpOfAll(program: Program, columns: number): string {
  const commands = Object.entries(program.commands).flatMap(([name, command]) => [
    row(name, command.summary, columns),
    ...optionRows(command, "  ", columns),
  ]);
  const codes = program.exitCodes.map(([code, meaning]) =>
    beside(`  ${String(code).padEnd(4)}`, meaning, columns),
  );
  return [
    beside("Usage: ", `${program.name} <command> [options]`, columns),
    `\nCommands:\n${commands.join("")}`,
    `\nOptions:\n${everywhereRows(columns)}\n`,
    ...program.notes.map((note) => beside("", note, columns)),
    `\nExit codes:\n${codes.join("")}`,
  ].join("");
}

function helpOf(line: string, program: string, command: Command, columns: number): string {
  const { summary, note, words, examples } = command;
  const usage = [line, ...(words ? [words.join("|")] : []), "[options]"].join(" ");
  const what = [`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`, ...(note ? [note] : [])].join(" ");
  return [
    `${beside("Usage: ", usage, columns)}\n${beside("", what, columns)}`,
    `\nOptions:\n${optionRows(command, "", columns).join("")}${everywhereRows(columns)}`,
    // Whole, to be copied.
    `\nExamples:\n${examples.map((example) => `  ${program} ${example}\n`).join("")}`,
  ].join("");
}

function optionRows({ options }: Command, indent: string, columns: number): string[] {
  return Object.entries(options).map(([name, what]) =>
    typeof what === "string"
      ? row(`${indent}--${name}`, what, columns)
      : row(`${indent}--${name} ${what.value}`, what.what, columns),
  );
}

function everywhereRows(columns: number): string {
  return Object.entries(EVERYWHERE)
    .map(([name, { what }]) => row(`--${name}`, what, columns))
    .join("");
}

function row(name: string, what: string, columns: number): string {
  return beside(`  ${name.padEnd(NAME)} `, what, columns);
}

/** A text to the right of a label, its further lines below its first. */
function beside(label: string, text: string, columns: number): string {
  const lines = wrap(text, columns - label.length);
  return lines.map((line, index) => `${index === 0 ? label : " ".repeat(label.length)}${line}\n`).join("");
}
