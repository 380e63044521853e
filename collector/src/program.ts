import { EXIT } from "../../src/base/exit-codes.ts";
import { type Commands, completionsCommand, type Program } from "../../src/cli/index.ts";
import { VERSION } from "./version.ts";

const NAME = "agent-usage-collector";

/** The collector as its command line sees it. Help and completions are made from this. */
export const PROGRAM: Program = {
  name: NAME,
  summary: "The server that agent-usage pushes to: one collector for all your machines.",
  version: VERSION,
  commands: commandsOf(),
  notes: [],
  exitCodes: [
    [EXIT.ok, "done"],
    [EXIT.failed, "it could not be done; the message says why"],
    [EXIT.commandLine, "the command line is wrong"],
    [EXIT.bug, "a bug"],
  ],
};

function commandsOf(): Commands {
  const commands: Commands = {
    completions: completionsCommand(NAME, () => commands),
  };
  return commands;
}
