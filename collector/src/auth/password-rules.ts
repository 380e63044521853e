import { createHash } from "node:crypto";
import { COMMON_PASSWORDS, COMMON_WORDS, DIGEST_BYTES } from "./common-passwords.ts";

export const MIN_PASSWORD_LENGTH = 12;
/** Longer ones only cost work. */
const MAX_PASSWORD_LENGTH = 256;
/** With fewer different characters, a password is a pattern. */
const MIN_DIFFERENT = 5;

export type PasswordProblem = "too_short" | "too_long" | "common";

/** Why a password cannot be taken. @param name of the person: a password that is little else is guessed first */
export function passwordProblem(password: string, name: string): PasswordProblem | undefined {
  const { length } = Array.from(normalized(password));
  if (length < MIN_PASSWORD_LENGTH) return "too_short";
  if (length > MAX_PASSWORD_LENGTH) return "too_long";
  return isCommon(normalized(password).toLowerCase(), name.toLowerCase()) ? "common" : undefined;
}

/** The same text whichever keyboard it was typed on. */
export function normalized(password: string): string {
  return password.normalize("NFKC");
}

function isCommon(password: string, name: string): boolean {
  if (new Set(password).size < MIN_DIFFERENT) return true;
  if (isIn(COMMON_PASSWORDS, password)) return true;
  // `Password-2026!`: a common word, once or several times, with digits and signs around it.
  const word = unrepeated(password.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, ""));
  return word === "" || word === name || isIn(COMMON_WORDS, word);
}

/** `abcabc` as `abc`. */
function unrepeated(text: string): string {
  const period = text === "" ? 0 : `${text}${text}`.indexOf(text, 1);
  return text.slice(0, period);
}

function isIn(list: string, text: string): boolean {
  const digests = Buffer.from(list, "base64");
  const digest = createHash("sha256").update(text).digest().subarray(0, DIGEST_BYTES);
  for (let at = 0; at < digests.length; at += DIGEST_BYTES) {
    if (digest.equals(digests.subarray(at, at + DIGEST_BYTES))) return true;
  }
  return false;
}
