import { EXIT } from "../../src/base/exit-codes.ts";
import type { Commands, Program } from "../../src/cli/command.ts";
import { completionScript, SHELLS, type Shell } from "../../src/cli/completions/script.ts";
import { wordsOf } from "../../src/cli/completions/words.ts";
import { VERSION } from "./version.ts";

const NAME = "agent-usage-collector";

/** The collector as its command line sees it. Help and completions are made from this. */
export const PROGRAM: Program = {
  name: NAME,
  version: VERSION,
  commands: commandsOf(),
  suggestion: "--help lists the commands",
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
    completions: {
      summary: "print completions for a shell: bash, zsh or fish",
      options: {},
      words: SHELLS,
      examples: ["completions bash", "completions fish | source"],
      // The command line accepts no other word.
      run: async (_, { word, output }) => {
        output.out(completionScript(word as Shell, NAME, wordsOf(commands)));
        return EXIT.ok;
      },
    },
  };
  return commands;
}
