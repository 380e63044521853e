import { bashScript } from "./bash.ts";
import { fishScript } from "./fish.ts";
import type { CommandWords } from "./words.ts";
import { zshScript } from "./zsh.ts";

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

/** The script that makes a shell complete a program's commands and options. */
export function completionScript(shell: Shell, program: string, commands: readonly CommandWords[]): string {
  switch (shell) {
    case "bash":
      return bashScript(program, commands);
    case "zsh":
      return zshScript(program, commands);
    case "fish":
      return fishScript(program, commands);
  }
}
