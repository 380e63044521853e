// What may stand in a line's place for a value, and what it then means (rules SCAN-6, SCAN-7).

/** The raw JSON text, or undefined for a missing key; and what is to be read. */
export type Odd<T> = readonly [raw: string | undefined, meaning: T];

const MAX = Number.MAX_SAFE_INTEGER;

export const ODD_COUNTS: readonly Odd<number>[] = [
  ["-5", 0],
  ["-0", 0],
  ["1.5", 0],
  ["0.1", 0],
  ['"12"', 0],
  ["1e999", 0],
  ["-1e999", 0],
  ["9007199254740992", 0],
  ["9007199254740993", 0],
  ["9007199254740991", MAX],
  ["null", 0],
  ["true", 0],
  ["[3]", 0],
  ['{"n":3}', 0],
  ["1e3", 1000],
  ["7.0", 7],
  [undefined, 0],
];

export const ODD_MODELS: readonly Odd<string>[] = [
  [undefined, "unknown"],
  ["null", "unknown"],
  ['""', "unknown"],
  ["5", "unknown"],
  ['["model"]', "unknown"],
  ['"__proto__"', "unknown"],
  ['"unknown"', "unknown"],
  ['"constructor"', "constructor"],
  ['"toString"', "toString"],
  ['"a\\u0000b\\u001b\\u007f"', "a\uFFFDb\uFFFD\uFFFD"],
  ['"two\\nlines"', "two\uFFFDlines"],
  [`"${"m".repeat(128)}"`, "m".repeat(128)],
  [`"${"m".repeat(129)}"`, "m".repeat(128)],
  [`"${"ab\\t".repeat(100)}"`, "ab\uFFFD".repeat(100).slice(0, 128)],
  ['"日本 🚀"', "日本 🚀"],
  ['" "', " "],
  ['"synthetic"', "synthetic"],
  ['"7"', "7"],
];

export const ODD_VERSIONS: readonly Odd<string | undefined>[] = [
  [undefined, undefined],
  ["null", undefined],
  ['""', undefined],
  ["2.1", undefined],
  ['"2.1"', undefined],
  ['"v2.1.0"', undefined],
  ['"2.1.0 "', undefined],
  ['"2.1.0\\n"', undefined],
  [`"2.1.0${"x".repeat(49)}"`, undefined],
  [`"2.1.0${"x".repeat(48)}"`, `2.1.0${"x".repeat(48)}`],
  ['"2.1.0-beta.1+build"', "2.1.0-beta.1+build"],
];

/** Not a date with a zone: the line does not count. */
export const NO_DATES: readonly (string | undefined)[] = [
  undefined,
  "null",
  '""',
  '"yesterday"',
  '"2026-02-31T99:00:00Z"',
  '"2026-13-01T00:00:00.000Z"',
  '"Z"',
];

/** Dates that no scan covers. */
export const FAR_DATES: readonly string[] = [
  "1970-01-01T00:00:00.000Z",
  "0001-01-01T00:00:00.000Z",
  "2999-12-31T23:59:59.999Z",
  "9999-12-31T23:59:59.999Z",
];

/** The same instant as others would write it. */
export function withOffset(at: number, minutes: number): string {
  const local = new Date(at + minutes * 60_000).toISOString().slice(0, -1);
  const size = Math.abs(minutes);
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${local}${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
