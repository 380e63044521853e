import { vendor } from "#vendor";
import { EXIT } from "../base/exit-codes.ts";
import type { Command } from "./command.ts";
import { EVERYWHERE } from "./everywhere.ts";
import { COMMANDS, type CommandName } from "./table.ts";
import { wrap } from "./text/width.ts";

/** The columns of a command's or an option's name. */
const NAME = 14;

const WHEN: Readonly<Record<keyof typeof EXIT, string>> = {
  ok: "done; or another beat was under way, or a signal ended it",
  settings: "wrong settings, or it cannot be done; doctor: something is to be mended",
  tooLarge: "the push would be too large: nothing was sent",
  pushFailed: "the push failed",
  state: "the state cannot be used",
  usage: "the command line is wrong",
  bug: "a bug",
};

/** The help of a command, or of all, for so many columns. Pure. */
export function helpText(name: CommandName | undefined, columns: number): string {
  return name === undefined ? helpOfAll(columns) : helpOf(name, COMMANDS[name], columns);
}

function helpOfAll(columns: number): string {
  const commands = Object.entries<Command>(COMMANDS).flatMap(([name, command]) => [
    row(name, command.summary, columns),
    ...optionRows(command, "  ", columns),
  ]);
  const codes = Object.entries(WHEN).map(([key, when]) =>
    beside(`  ${String(EXIT[key as keyof typeof EXIT]).padEnd(4)}`, when, columns),
  );
  return [
    beside("Usage: ", `${vendor.program} <command> [options]`, columns),
    `\nCommands:\n${commands.join("")}`,
    `\nOptions:\n${everywhereRows(columns)}\n`,
    beside("", `Settings: ${vendor.program} config shows each, and where it came from.`, columns),
    beside("", `Where something is wrong: ${vendor.program} doctor says how to mend it.`, columns),
    `\nExit codes:\n${codes.join("")}`,
  ].join("");
}

function helpOf(name: CommandName, command: Command, columns: number): string {
  const { summary, note, words, examples } = command;
  const usage = [vendor.program, name, ...(words ? [words.join("|")] : []), "[options]"].join(" ");
  const what = [`${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`, ...(note ? [note] : [])].join(" ");
  return [
    `${beside("Usage: ", usage, columns)}\n${beside("", what, columns)}`,
    `\nOptions:\n${optionRows(command, "", columns).join("")}${everywhereRows(columns)}`,
    // Whole, to be copied.
    `\nExamples:\n${examples.map((example) => `  ${vendor.program} ${example}\n`).join("")}`,
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
