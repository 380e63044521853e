// Values that a line may contain, and how a scan reads them (rules SCAN-6, SCAN-7).

/** The raw JSON text, or undefined for a missing key, and the value that a scan reads from it. */
export type RawValue<T> = readonly [raw: string | undefined, meaning: T];

const MAX = Number.MAX_SAFE_INTEGER;

export const UNUSUAL_COUNTS: readonly RawValue<number>[] = [
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

export const UNUSUAL_MODELS: readonly RawValue<string>[] = [
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

/** Whether it is fast mode. */
export const UNUSUAL_SPEEDS: readonly RawValue<boolean>[] = [
  [undefined, false],
  ["null", false],
  ['"Fast"', false],
  ['"fast "', false],
  ['["fast"]', false],
  ['"\\u0066ast"', true],
  ['"fast"', true],
];

export const UNUSUAL_VERSIONS: readonly RawValue<string | undefined>[] = [
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
  [`"2.1.${"9".repeat(60)}"`, `2.1.${"9".repeat(60)}`],
  [`"2.1.${"9".repeat(61)}"`, undefined],
  ['"2.1.0-beta.1+build"', "2.1.0-beta.1+build"],
];

/** Not dates with a zone: the line does not count. */
export const INVALID_DATES: readonly (string | undefined)[] = [
  undefined,
  "null",
  '""',
  '"yesterday"',
  '"2026-02-31T99:00:00Z"',
  '"2026-13-01T00:00:00.000Z"',
  '"Z"',
];

/** Valid dates that no scan covers. */
export const FAR_DATES: readonly string[] = [
  "1970-01-01T00:00:00.000Z",
  "0001-01-01T00:00:00.000Z",
  "2999-12-31T23:59:59.999Z",
  "9999-12-31T23:59:59.999Z",
];

/** An instant in another time zone, as ISO 8601. */
export function withOffset(at: number, minutes: number): string {
  const local = new Date(at + minutes * 60_000).toISOString().slice(0, -1);
  const size = Math.abs(minutes);
  const two = (number: number): string => String(number).padStart(2, "0");
  return `${local}${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
