import { nearest } from "../base/nearest.ts";
import { repeatable } from "../base/strings.ts";

/** What is unknown, without repeating what could be a token. */
export function unknown(what: "command" | "option", word: string, candidates: readonly string[]): string {
  return `unknown ${what} ${JSON.stringify(repeatable(word))}${didYouMean(word, candidates)}`;
}

/** In parentheses, or empty. */
export function didYouMean(word: string, candidates: readonly string[]): string {
  const near = nearest(word, candidates);
  return near === undefined ? "" : ` (did you mean ${near}?)`;
}
