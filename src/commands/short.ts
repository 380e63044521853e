import type { Command, Program } from "../cli/index.ts";
import { reportCommand } from "./report/command.ts";
import { reportEntry } from "./report-entry.ts";
import { statusCommand } from "./status/command.ts";
import { statusEntry } from "./status-entry.ts";
import { agentProgram } from "./table.ts";

/** The program with the commands that people run again and again at hand, and the others and the page a bundle away. */
export function shortProgram(daemon: string): Program {
  const program = agentProgram(daemon);
  const status: Command = { ...statusEntry, run: (options, { output }) => statusCommand(options, output) };
  const report: Command = {
    ...reportEntry,
    run: (options, call) =>
      options.has("html") ? reportEntry.run(options, call) : reportCommand(options, call.output),
  };
  return { ...program, commands: { ...program.commands, status, report } };
}
