import fc, { type Arbitrary } from "fast-check";

const COUNTS = [
  "0",
  "7",
  "159",
  "999999999999999",
  "9007199254740991",
  "9007199254740992",
  "-1",
  "-0",
  "0.5",
  "1e3",
  "1E+2",
  "1e999",
  "007",
  "1.",
  "null",
  '"5"',
  "true",
  "[]",
  "{}",
];
const TIMES = [
  "2026-11-20T04:59:59.998Z",
  "2026-11-20T04:59:59Z",
  "2024-02-29T23:59:59.999Z",
  "2026-02-29T00:00:00.000Z",
  "2026-02-30T00:00:00.000Z",
  "1969-12-31T23:59:59.999Z",
  "1970-01-01T00:00:00.000Z",
  "9999-12-31T23:59:59.999Z",
  "0001-01-01T00:00:00Z",
  "2026-13-01T00:00:00Z",
  "2026-00-10T00:00:00Z",
  "2026-04-31T10:00:00.000Z",
  "2026-11-20T24:00:00.000Z",
  "2026-11-20T23:60:00.000Z",
  "2026-11-20T23:59:60.000Z",
  "2026-11-20T04:59:59.998",
  "2026-11-20 04:59:59Z",
  "2026-11-20T04:59:59.998-05:00",
  "2026-11-20T04:59:59.99Z",
  "2026-11-20t04:59:59.998z",
  "2026-11-20T04:59:5\u00e9.998Z",
  "2026-1a-20T04:59:59.998Z",
  "",
];
const TEXTS = [
  "",
  "msg_01",
  "req_011",
  "claude-opus",
  "<synthetic>",
  "2.1.90",
  "__proto__",
  "a\u007fb",
  "naïve",
  "日本",
  "\ud83d\ude80",
  "x".repeat(200),
];
const SPEEDS = ['"fast"', '"standard"', '"f\\u0061st"', "null"];
const ITERATIONS = ['"advisor_message"', '"advisor_message"', '"\\u0061dvisor_message"', '"message"', "null"];
const RAW = [
  "null",
  "true",
  "false",
  "[]",
  "{}",
  "[1,[2,{}]]",
  '{"usage":{"output_tokens":9}}',
  '"\\ud800"',
  '"\\u0061ssistant"',
  '"a\\\\b\\"c\\/\\n"',
  '"\\x"',
  '"\\u12g4"',
  '"\t"',
  "tru",
  "nul",
  "01",
  "-",
  "1e",
  ".5",
  '"',
  "[1,]",
  "{,}",
  '{"a"}',
  '{"a":1,}',
  "[1 2]",
  "NaN",
  "\ufeff",
  "\u00a0",
];
const KEYS = [
  "type",
  "message",
  "timestamp",
  "requestId",
  "version",
  "id",
  "model",
  "usage",
  "input_tokens",
  "output_tokens",
  "cache_creation_input_tokens",
  "cache_read_input_tokens",
  "content",
  "slug",
  "",
  "__proto__",
  "role",
  "stop_reason",
  "cache_creation",
  "ephemeral_5m_input_tokens",
  "ephemeral_1h_input_tokens",
  "speed",
  "iterations",
];

/** A value as JSON text, or almost. */
function anyValue(): Arbitrary<string> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...COUNTS) },
    { weight: 3, arbitrary: fc.constantFrom(...TIMES, ...TEXTS).map((text) => JSON.stringify(text)) },
    {
      weight: 2,
      arbitrary: fc.constantFrom("assistant", "user", "Assistant", "assistant ").map((text) => `"${text}"`),
    },
    { weight: 1, arbitrary: fc.constantFrom(...RAW) },
    { weight: 1, arbitrary: fc.json() },
  );
}

type Member<Value> = readonly [key: string, value: Value];

/** A line that counts, in which fields may have another value, be repeated, missing or moved. */
function anyLine(): Arbitrary<string> {
  const counts = ["input_tokens", "output_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"];
  const nested = object([
    ["ephemeral_5m_input_tokens", anyOf(COUNTS)],
    ["ephemeral_1h_input_tokens", anyOf(COUNTS)],
  ]);
  const used: Member<Arbitrary<string>>[] = [
    ...counts.map((key) => [key, anyOf(COUNTS)] as const),
    ["cache_creation", fc.oneof(nested, anyValue())],
    ["speed", anyOf(SPEEDS)],
  ];
  const iteration = object([...used, ["type", anyOf(ITERATIONS)], ["model", anyOf(quoted(TEXTS))]]);
  const usage = object([...used, ["iterations", list(iteration)]]);
  const message = object([
    ["stop_reason", anyOf(['"end_turn"', "null", '""'])],
    ["id", anyOf(quoted(TEXTS))],
    ["model", anyOf(quoted(TEXTS))],
    ["content", anyValue()],
    ["usage", usage],
  ]);
  return object([
    ["type", anyOf(['"assistant"', '"assistant"', '"assistant"', '"user"', '"\\u0061ssistant"'])],
    ["timestamp", anyOf(quoted(TIMES))],
    ["requestId", anyOf(quoted(TEXTS))],
    ["version", anyOf(quoted(TEXTS))],
    ["message", message],
  ]);
}

/** A list of such values and of any others. */
function list(value: Arbitrary<string>): Arbitrary<string> {
  const item = fc.oneof({ weight: 6, arbitrary: value }, { weight: 1, arbitrary: anyValue() });
  const blank = fc.constantFrom("", "", " ", "\t");
  return fc
    .oneof(
      { weight: 6, arbitrary: fc.tuple(fc.array(item, { maxLength: 3 }), blank) },
      { weight: 1, arbitrary: fc.constant([["1,"], ""] as const) },
    )
    .map(([items, around]) => `[${around}${items.join(`${around},${around}`)}${around}]`);
}

function quoted(texts: readonly string[]): string[] {
  return texts.map((text) => JSON.stringify(text));
}

function anyOf(values: readonly string[]): Arbitrary<string> {
  return fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: anyValue() });
}

function object(members: readonly Member<Arbitrary<string>>[]): Arbitrary<string> {
  const own = fc.tuple(
    ...members.map(([key, value]) => fc.tuple(keyText(key), value, fc.integer({ min: 0, max: 9 }))),
  );
  const more = fc.array(fc.tuple(fc.constantFrom(...KEYS).chain(keyText), anyValue()), { maxLength: 2 });
  const blank = fc.constantFrom("", "", "", " ", "\t ", "\r");
  return fc.tuple(own, more, fc.boolean(), blank, blank).map(([mine, others, shuffled, before, after]) => {
    const kept = mine
      .filter(([, , chance]) => chance > 0)
      .map(([key, value]): Member<string> => [key, value]);
    const all: Member<string>[] = [...kept, ...others];
    if (shuffled) all.reverse();
    return `{${all.map(([key, value]) => `${before}"${key}"${after}:${before}${value}${after}`).join(",")}}`;
  });
}

/** A key, sometimes with an escaped letter. */
function keyText(key: string): Arbitrary<string> {
  const withEscape = (index: number): string =>
    `${key.slice(0, index)}\\u${key.charCodeAt(index).toString(16).padStart(4, "0")}${key.slice(index + 1)}`;
  const escaped = key === "" ? fc.constant(key) : fc.nat(key.length - 1).map(withEscape);
  return fc.oneof({ weight: 30, arbitrary: fc.constant(key) }, { weight: 1, arbitrary: escaped });
}

/** A line with some bytes changed, removed or inserted. */
function damaged(line: Arbitrary<string>): Arbitrary<Buffer> {
  const byte = fc.oneof(fc.constantFrom(...Buffer.from('{}[]":,\\\n\r \t\u00000-e.')), fc.nat(255));
  const changes = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(2), byte), {
    maxLength: 2,
  });
  return fc.tuple(line, changes).map(([text, all]) => {
    let bytes = Buffer.from(text);
    for (const [where, kind, value] of all) {
      const place = Math.floor(where * bytes.length);
      const after = bytes.subarray(kind === 1 ? place : place + 1);
      bytes = Buffer.concat([
        bytes.subarray(0, place),
        kind === 2 ? Buffer.alloc(0) : Buffer.of(value),
        after,
      ]);
    }
    return bytes;
  });
}

/** A file of a few lines of any kind. The last one may have no newline. */
export function anyFile(): Arbitrary<Buffer> {
  const line = fc.oneof(
    { weight: 6, arbitrary: anyLine().map((text) => Buffer.from(text)) },
    { weight: 4, arbitrary: damaged(anyLine()) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom("", '"assistant" usage', "assistant usage", 'usage \\"assistant"', "\ufeff{}", "[]")
        .map((text) => Buffer.from(text)),
    },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)) },
  );
  const newline = Buffer.from("\n");
  return fc
    .tuple(fc.array(line, { maxLength: 4 }), line, fc.boolean(), fc.integer({ min: 0, max: 9 }))
    .map(([lines, last, ended, chance]) =>
      Buffer.concat([
        Buffer.from(chance === 0 ? "\ufeff" : ""),
        ...lines.flatMap((each) => [each, newline]),
        last,
        ended ? newline : Buffer.alloc(0),
      ]),
    );
}

/** A line as the agent writes it. */
export function usualLine(): Arbitrary<string> {
  const id = fc.stringMatching(/^[A-Za-z0-9_]{1,30}$/);
  const at = fc
    .date({ min: new Date(0), max: new Date("2099-12-31T00:00:00Z"), noInvalidDate: true })
    .filter((date) => date.getUTCDate() !== 29 || date.getUTCMonth() !== 1);
  const count = fc.nat(10_000_000);
  return fc
    .tuple(id, id, at, count, count, count, fc.string(), fc.boolean())
    .map(([message, request, date, input, output, read, content, isLast]) => {
      const body = {
        model: "claude-opus-4-6",
        id: message,
        role: "assistant",
        content: [{ type: "text", text: content }],
        usage: {
          input_tokens: input,
          output_tokens: output,
          cache_read_input_tokens: read,
          cache_creation: { ephemeral_5m_input_tokens: 2, ephemeral_1h_input_tokens: 3 },
          iterations: [{ type: "message", input_tokens: input }],
          speed: "standard",
        },
      };
      const rest = {
        requestId: request,
        type: "assistant",
        timestamp: date.toISOString(),
        version: "2.1.90",
      };
      return JSON.stringify(
        isLast ? { uuid: message, ...rest, message: body } : { uuid: message, message: body, ...rest },
      );
    });
}
