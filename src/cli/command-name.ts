import type { Commands } from "./command.ts";
import { didYouMean } from "./suggest.ts";

export const isWord = (argument: string): boolean => !argument.startsWith("-");

export type Named =
  | { readonly status: "found"; readonly word: string; readonly name: string }
  /** The word begins commands of two words, and none of them was named. */
  | { readonly status: "group"; readonly word: string; readonly second: string | undefined }
  | { readonly status: "unknown"; readonly word: string | undefined };

/** The command that a command line names. Its second word, if it has one, follows the first. */
export function commandNamed(args: readonly string[], commands: Commands): Named {
  const at = args.findIndex(isWord);
  const word = args[at];
  if (word === undefined) return { status: "unknown", word };
  const second = args.slice(at + 1, at + 2).find(isWord);
  const both = `${word} ${second}`;
  if (Object.hasOwn(commands, both)) return { status: "found", word, name: both };
  if (Object.hasOwn(commands, word)) return { status: "found", word, name: word };
  const isGroup = Object.keys(commands).some((name) => name.startsWith(`${word} `));
  return isGroup ? { status: "group", word, second } : { status: "unknown", word };
}

/** What is wrong with a line that names no command of a group. */
export function groupMistake({ word, second = "" }: Named & { status: "group" }, commands: Commands): string {
  const all = Object.keys(commands).filter((name) => name.startsWith(`${word} `));
  const seconds = all.map((name) => name.slice(word.length + 1));
  return `${word} takes one of ${seconds.join(", ")}${didYouMean(second, seconds)}`;
}

/** The first word of each command. */
export function firstWords(commands: Commands): string[] {
  return [...new Set(Object.keys(commands).map((name) => name.split(" ")[0] ?? name))];
}
