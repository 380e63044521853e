import { EXIT } from "../../base/exit-codes.ts";
import type { Command, Commands } from "../command.ts";
import { bashScript } from "./bash.ts";
import { fishScript } from "./fish.ts";
import { wordsOf } from "./words.ts";
import { zshScript } from "./zsh.ts";

const SHELLS = ["bash", "zsh", "fish"] as const;
type Shell = (typeof SHELLS)[number];

/** The script that lets a shell complete a program's commands and options. */
function completionScript(shell: Shell, program: string, commands: Commands): string {
  const words = wordsOf(commands);
  switch (shell) {
    case "bash":
      return bashScript(program, words);
    case "zsh":
      return zshScript(program, words);
    case "fish":
      return fishScript(program, words);
  }
}

/** The command `completions`, for any program. @param commands the program's commands, this one included */
export function completionsCommand(program: string, commands: () => Commands): Command {
  return {
    summary: "print completions for bash, zsh or fish",
    options: {},
    operands: [{ name: "SHELL", values: SHELLS }],
    examples: ["completions bash", "completions fish | source"],
    // The command line accepts no other word.
    run: async (_, { words, output }) => {
      output.out(completionScript(words[0] as Shell, program, commands()));
      return EXIT.ok;
    },
  };
}
