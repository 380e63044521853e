import type { Commands } from "../command.ts";
import { bashScript } from "./bash.ts";
import { fishScript } from "./fish.ts";
import { wordsOf } from "./words.ts";
import { zshScript } from "./zsh.ts";

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

/** The script that lets a shell complete a program's commands and options. */
export function completionScript(shell: Shell, program: string, commands: Commands): string {
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
