import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../src/base/durations.ts";

const UNITS = { s: 1_000, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS } as const;
/** The longest that a code works, in milliseconds. */
const MAX_MS = 365 * DAY_MS;

/** A length of time such as `30m`, `1h` or `7d`, in milliseconds; `undefined` if it is none. */
export function parseDuration(text: string): number | undefined {
  const [, digits = "", unit = ""] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  const length = Number(digits) * UNITS[unit as keyof typeof UNITS];
  return length > 0 && length <= MAX_MS ? length : undefined;
}
