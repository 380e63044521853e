import { createHash, randomInt } from "node:crypto";
import { parseJson } from "./json.ts";

/**
 * The days of a snapshot but its newest, and the account. A machine sends the same ones with nearly every push: by their bytes
 * they are known again without being read.
 */
export interface Past {
  readonly digest: string;
  /** Days. */
  readonly oldest: string;
  readonly newest: string;
}

/** A body, cut where its days begin and where the last one begins. */
export interface Cut {
  readonly before: Uint8Array;
  readonly past: Uint8Array;
  readonly last: Uint8Array;
}

/** How `JSON.stringify` writes days. A body that writes them otherwise is read whole each time. */
const DAYS = '"days":[';
const DAY = '{"day":"';
const COMMA = 0x2c;

/** @returns undefined if there is nothing to cut out */
export function cutPast(body: Uint8Array): Cut | undefined {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const days = bytes.indexOf(DAYS);
  const start = days + DAYS.length;
  const end = bytes.lastIndexOf(DAY);
  if (days === -1 || end <= start || bytes[end - 1] !== COMMA) return undefined;
  return { before: bytes.subarray(0, start), past: bytes.subarray(start, end), last: bytes.subarray(end) };
}

/** In place of what was cut out. No sender can know it. */
const MARK = randomInt(2 ** 47);
const MARK_BYTES = Buffer.from(`${MARK},`);

/**
 * Parses a body without what was cut out.
 * @returns undefined if that were not its days, but a text or a field that looks like them
 */
export function parseRest({ before, last }: Cut): { text: string; value: unknown } | undefined {
  const parsed = parseJson(before, MARK_BYTES, last);
  const days = (parsed?.value as { usage?: { days?: unknown } } | undefined)?.usage?.days;
  return Array.isArray(days) && days.shift() === MARK && days.length === 1 ? parsed : undefined;
}

export function digestOf({ past }: Cut, account: string | null): string {
  // JSON has no NUL, so none of the account can pass for a part of the days.
  return createHash("sha256")
    .update(past)
    .update(`\0${account ?? ""}`)
    .digest("base64");
}

/** @param days the names of all in a body whose rest was read. @returns undefined if the last one is not the newest */
export function pastOf(cut: Cut, days: readonly string[], account: string | null): Past | undefined {
  // What was cut out are days on their own, so they mean the same in any body that is cut there.
  const alone = parseJson(Buffer.from("["), cut.past.subarray(0, -1), Buffer.from("]"))?.value;
  const last = days.at(-1) ?? "";
  const past = days.slice(0, -1).sort();
  if (!Array.isArray(alone) || alone.length !== past.length) return undefined;
  const [oldest = "", newest = ""] = [past.at(0), past.at(-1)];
  return newest < last ? { digest: digestOf(cut, account), oldest, newest } : undefined;
}
