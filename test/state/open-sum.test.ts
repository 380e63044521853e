// `sum` is the SHA-256 of the rest as written. If it is present it must match (rule STATE-4).
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { decodeState, encodeState } from "../../src/state/disk/codec.ts";
import { stateSchema } from "../../src/state/law/state.ts";
import { stateWith, TODAY } from "../support/fixtures.ts";

const STATE = stateWith();
const ENCODED = encodeState(STATE);
const SUM = (JSON.parse(ENCODED) as { sum: string }).sum;
const withoutSum = (extra: object = {}) => JSON.stringify({ ...STATE, ...extra });

test("decoding an encoded state gives the same state", async () => {
  assert.deepEqual(await decodeState(ENCODED), { status: "ok", state: STATE });
});

test("the sum is the last key, and the SHA-256 of the text without it", () => {
  const rest = ENCODED.trimEnd().replace(`,"sum":"${SUM}"}`, "}");
  assert.notEqual(rest, ENCODED.trimEnd());
  assert.equal(SUM, createHash("sha256").update(rest).digest("hex"));
});

test("a state without a sum is accepted", async () => {
  assert.deepEqual(await decodeState(withoutSum()), { status: "ok", state: STATE });
});

test("a state whose sum does not match is corrupt", async () => {
  assert.deepEqual(await decodeState(ENCODED.replace(SUM, "0".repeat(64))), { status: "corrupt" });
  assert.deepEqual(await decodeState(ENCODED.replace(SUM, SUM.toUpperCase())), { status: "corrupt" });
  assert.deepEqual(await decodeState(ENCODED.replace(SUM, "")), { status: "corrupt" });
});

test("a state changed after its sum was computed is corrupt", async () => {
  assert.deepEqual(await decodeState(ENCODED.replace('"seq":7', '"seq":8')), { status: "corrupt" });
});

test("what is written matches the schema, so this version reads it without", async () => {
  assert.deepEqual(stateSchema.parse(JSON.parse(ENCODED)), STATE);
});

for (const [writer, key] of [
  ["another version", { writtenBy: "0.0.9" }],
  ["a version that did not say", { writtenBy: undefined }],
] as const) {
  test(`a state of ${writer} must match the schema, whatever its sum`, async () => {
    const { sum: _, ...written } = JSON.parse(ENCODED) as Record<string, unknown>;
    const content = { ...written, ...key };
    const summed = (text: string) => {
      const sum = createHash("sha256").update(text).digest("hex");
      return `${text.slice(0, -1)},"sum":"${sum}"}`;
    };
    assert.deepEqual(await decodeState(summed(JSON.stringify(content))), { status: "ok", state: STATE });
    const wrong = summed(JSON.stringify({ ...content, seq: -1 }));
    assert.deepEqual(await decodeState(wrong), { status: "corrupt" });
  });
}

test("a state with sum null is corrupt", async () => {
  assert.deepEqual(await decodeState(withoutSum({ sum: null })), { status: "corrupt" });
});

test("an unknown key is ignored", async () => {
  const decoded = await decodeState(withoutSum({ later: 1 }));
  assert.deepEqual(decoded, await decodeState(withoutSum()));
  assert.equal(decoded.status, "ok");
});

for (const key of ["agentVersion", "lastGoodLimits", "lastBeat"] as const) {
  test(`${key} may be left out, and is null then`, async () => {
    const { [key]: _, ...rest } = JSON.parse(withoutSum()) as Record<string, unknown>;
    const decoded = await decodeState(JSON.stringify(rest));
    assert.ok(decoded.status === "ok" && decoded.state[key] === null);
  });
}

for (const model of ["7", "constructor", "модель \uFFFD 😀", 'a"\\b', "\uD83D"]) {
  test(`a model named ${JSON.stringify(model)} survives encoding and decoding`, async () => {
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
    const decoded = await decodeState(
      encodeState(stateWith({ days: { [TODAY]: { state: "open", models } } })),
    );
    assert.ok(decoded.status === "ok");
    assert.deepEqual(Object.entries(decoded.state.days[TODAY]?.models ?? {}), [[model, counts]]);
  });
}
