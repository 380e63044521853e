// The parts of the pages that are made from the code's own tables (npm run generate).

import type { Program } from "../../src/cli/command.ts";
import { operandText } from "../../src/cli/help.ts";
import { agentProgram } from "../../src/commands/table.ts";
import { COPIED_VARIABLES } from "../../src/service/install/copied-variables.ts";
import { LIMITS_VARIABLE, type Setting, VARIABLES } from "../../src/settings/index.ts";
import { SAMPLES } from "../../test/support/samples.ts";
import { benchParts } from "./bench.ts";
import { collectorParts } from "./collector.ts";
import { failureParts } from "./failures.ts";
import { code, markdownTable } from "./page.ts";
import { ENVIRONMENT, LIMITS_SWITCH, SETTINGS, VENDOR_ENVIRONMENT } from "./words.ts";

/** Every generated part by its name. */
export function docsParts(): Record<string, string> {
  const program = agentProgram("daemon.js");
  return {
    commands: commandsTable(program),
    options: optionsTable(program),
    "exit-codes": markdownTable(
      ["code", "when"],
      program.exitCodes.map(([exitCode, when]) => [`${exitCode}`, when]),
    ),
    settings: settingsTable(),
    environment: environmentTable(),
    copied: copiedList(),
    ...failureParts(),
    ...collectorParts(),
    ...benchParts(),
    ...samples(),
  };
}

function commandsTable({ name: program, commands }: Program): string {
  const rows = Object.entries(commands).map(([name, { summary }]) => [code(`${program} ${name}`), summary]);
  return markdownTable(["command", "what it does"], rows);
}

function optionsTable({ name: program, commands }: Program): string {
  const rows = Object.entries(commands).flatMap(([name, { summary, options, operands = [] }]) => {
    const usage = [program, name, ...operands.map(operandText)].join(" ");
    const details = Object.entries(options).map(([option, what]) => {
      if (typeof what === "string") return ["", code(`--${option}`), what];
      return ["", code(`--${option} ${what.values?.join("|") ?? what.value}`), what.what];
    });
    return [[code(usage), "", summary], ...details];
  });
  return markdownTable(["command", "option", "what it does"], rows);
}

function settingsTable(): string {
  const rows = (Object.keys(VARIABLES) as Setting[]).map((key) => [
    code(VARIABLES[key]),
    code(key),
    SETTINGS[key],
  ]);
  return markdownTable(
    ["environment", "file", "what"],
    [...rows, [code(LIMITS_VARIABLE), "-", LIMITS_SWITCH]],
  );
}

/** Variables with the same words share a row. */
function environmentTable(): string {
  const names = new Map<string, string[]>();
  for (const [name, what] of [...Object.entries(ENVIRONMENT), ...VENDOR_ENVIRONMENT]) {
    names.set(what, [...(names.get(what) ?? []), code(name)]);
  }
  return markdownTable(
    ["variable", "what"],
    [...names].map(([what, list]) => [list.join(", "), what]),
  );
}

/** The additional variables of a vendor's program come last. */
function copiedList(): string {
  const names: string[] = [...COPIED_VARIABLES, ...VENDOR_ENVIRONMENT.map(([name]) => name)];
  return `${[...new Set(names)].map(code).join(", ")}.\n`;
}

/** What the commands print in a terminal, by the command's name: `sample-status`. */
function samples(): Record<string, string> {
  const blocks = Object.entries(SAMPLES).map(([line, printed]) => {
    const [, command = ""] = line.split(" ");
    return [`sample-${command}`, `\`\`\`\n$ ${line}\n${printed}\`\`\`\n`];
  });
  return Object.fromEntries(blocks);
}
