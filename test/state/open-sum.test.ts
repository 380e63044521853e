// `sum` is the SHA-256 of the rest as written; where it is there it must match (rule STATE-4).
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { decodeState, encodeState } from "../../src/state/disk/codec.ts";
import { stateWith, TODAY } from "../support/fixtures.ts";

const STATE = stateWith();
const WHOLE = encodeState(STATE);
const SUM = (JSON.parse(WHOLE) as { sum: string }).sum;
const withoutSum = (extra: object = {}) => JSON.stringify({ ...STATE, ...extra });

test("what is written is read back", () => {
  assert.deepEqual(decodeState(WHOLE), { status: "ok", state: STATE });
});

test("the sum stands last, and is the SHA-256 of the text without it", () => {
  const rest = WHOLE.trimEnd().replace(`,"sum":"${SUM}"}`, "}");
  assert.notEqual(rest, WHOLE.trimEnd());
  assert.equal(SUM, createHash("sha256").update(rest).digest("hex"));
});

test("a state without a sum, written by hand, is accepted", () => {
  assert.deepEqual(decodeState(withoutSum()), { status: "ok", state: STATE });
});

test("a sum that does not match is refused", () => {
  assert.deepEqual(decodeState(WHOLE.replace(SUM, "0".repeat(64))), { status: "corrupt" });
  assert.deepEqual(decodeState(WHOLE.replace(SUM, SUM.toUpperCase())), { status: "corrupt" });
  assert.deepEqual(decodeState(WHOLE.replace(SUM, "")), { status: "corrupt" });
});

test("content that does not match its sum is refused", () => {
  assert.deepEqual(decodeState(WHOLE.replace('"seq":7', '"seq":8')), { status: "corrupt" });
});

test("a sum of null is refused", () => {
  assert.deepEqual(decodeState(withoutSum({ sum: null })), { status: "corrupt" });
});

test("a key that nobody knows, of a later version or of a hand, is passed over", () => {
  const decoded = decodeState(withoutSum({ later: 1 }));
  assert.deepEqual(decoded, decodeState(withoutSum()));
  assert.equal(decoded.status, "ok");
});

for (const key of ["agentVersion", "lastGoodLimits", "lastBeat"] as const) {
  test(`${key}, which may be null, may be left out`, () => {
    const { [key]: _, ...rest } = JSON.parse(withoutSum()) as Record<string, unknown>;
    const decoded = decodeState(JSON.stringify(rest));
    assert.ok(decoded.status === "ok" && decoded.state[key] === null);
  });
}

for (const model of ["7", "constructor", "модель \uFFFD 😀", 'a"\\b', "\uD83D"]) {
  test(`a model named ${JSON.stringify(model)} is read back as it was written`, () => {
    const counts = {
      requests: 1,
      inputTokens: 2,
      outputTokens: 3,
      cacheCreationTokens: 4,
      cacheReadTokens: 5,
    };
    const models = JSON.parse(`{${JSON.stringify(model)}:${JSON.stringify(counts)}}`) as Record<
      string,
      typeof counts
    >;
    const decoded = decodeState(encodeState(stateWith({ days: { [TODAY]: { state: "open", models } } })));
    assert.ok(decoded.status === "ok");
    assert.deepEqual(Object.entries(decoded.state.days[TODAY]?.models ?? {}), [[model, counts]]);
  });
}
