// Which lines count (rule SCAN-2).
import assert from "node:assert/strict";
import test from "node:test";
import { type LineParts, line } from "../support/transcript.ts";
import { requestsOf, scanLines } from "../support/usage/scans.ts";

const USAGE = { input_tokens: 1, output_tokens: 2 };
const plain = JSON.parse(line()) as { message: Record<string, unknown> } & Record<string, unknown>;

/** A name, the line, and whether it counts. */
const CASES: readonly (readonly [string, string, boolean])[] = [
  ["an ordinary line", line(), true],
  ...[undefined, null, "user", "Assistant", "assistant ", ["assistant"], 7].map((type) => {
    return [`a line of type ${JSON.stringify(type)}`, line({ type }), false] as const;
  }),
  ...[undefined, null, [], [USAGE], "usage", 7, true].map((usage) => {
    return [`a line whose usage is ${JSON.stringify(usage)}`, line({ usage }), false] as const;
  }),
  ["a line whose usage is an empty object", line({ usage: {} }), true],
  ...[null, "text", [], [plain.message], 7].map((message) => {
    return [
      `a line whose message is ${JSON.stringify(message)}`,
      line({ more: { message } }),
      false,
    ] as const;
  }),
  ["a line whose usage is next to the message", line({ usage: undefined, more: { usage: USAGE } }), false],
  ["an array around a line", `[${line()}]`, false],
  ["a string that contains a line", JSON.stringify(line()), false],
  ["a user's line that quotes one", line({ type: "user", more: { toolUseResult: plain } }), false],
  ["a line of the model <synthetic>", line({ model: "<synthetic>" }), false],
  ["a line of the model <Synthetic>", line({ model: "<Synthetic>" }), true],
  ["a line of a sidechain", line({ more: { isSidechain: true } }), true],
  ["a line with spaces between its tokens", JSON.stringify(plain, null, 1).replaceAll("\n", "\t "), true],
  ["a line with spaces around it", ` \t${line()} \r`, true],
  ["a line whose keys are in reverse order", reversed(plain), true],
  ["a line whose type is partly escaped", line().replace('"assistant"', '"assist\\u0061nt"'), true],
  [
    "a line whose type is completely escaped",
    line().replace('"assistant"', `"${escaped("assistant")}"`),
    true,
  ],
  ["a line whose keys are escaped", line().replace('"type"', '"\\u0074ype"'), true],
  ["a line whose usage is escaped", line().replace('"usage"', `"${escaped("usage")}"`), true],
  ["a line with uppercase hexadecimal digits", line().replace('"assistant"', '"assista\\u006Et"'), true],
  ["a line whose type comes twice, last as assistant", line().replace("{", '{"type":"user",'), true],
  ["a line whose type comes twice, first as assistant", line().replace(/}$/, ',"type":"user"}'), false],
  ["a line with U+2028 in a text", line({ more: { text: "a\u2028b\u2029c" } }), true],
];

function escaped(text: string): string {
  return Array.from(text, (letter) => `\\u00${letter.charCodeAt(0).toString(16)}`).join("");
}

function reversed(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const parts = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}:${reversed(inner)}`);
  return `{${parts.reverse().join(",")}}`;
}

for (const [name, text, shouldCount] of CASES) {
  test(`${name} ${shouldCount ? "counts" : "does not count"}`, async (t) => {
    const result = await scanLines(t, text);
    assert.equal(requestsOf(result), shouldCount ? 1 : 0);
    assert.equal(result.skippedLines, 0);
  });
}

const TIMES: readonly (readonly [LineParts["at"], boolean])[] = [
  ["2026-11-20T15:00:00Z", true],
  ["2026-11-20T15:00:00.123456789Z", true],
  ["2026-11-20T15:00Z", true],
  ["2026-11-20T10:00:00-05:00", true],
  ["2026-11-20T20:30:00+05:30", true],
  ["2026-11-20T15:00:00", false],
  ["2026-11-20T15:00:00.000", false],
  ["2026-11-20", false],
  ["2026-11-20 15:00:00", false],
  ["2026-11-20 15:00:00 (Z", false],
  ["15:00 20 2026 NovZ", false],
  ["2026-11-20T25:00:00Z", false],
  ["2026-13-20T15:00:00Z", false],
  ["yesterday", false],
  ["", false],
  [Date.parse("2026-11-20T15:00:00Z"), false],
  [null, false],
  [undefined, false],
  [["2026-11-20T15:00:00Z"], false],
];

for (const [at, shouldCount] of TIMES) {
  test(`a line whose timestamp is ${JSON.stringify(at)} ${shouldCount ? "counts" : "does not count"}`, async (t) => {
    const result = await scanLines(t, line({ at }));
    assert.equal(requestsOf(result), shouldCount ? 1 : 0);
    assert.equal(result.skippedLines, 0);
  });
}
