// What a state file can hold is bounded when it is read, whatever an earlier version or a hand wrote (rule DAYS-11).
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Models } from "../../src/contract/index.ts";
import { decodeState, encodeState } from "../../src/state/disk/codec.ts";
import type { State } from "../../src/state/law/state.ts";
import { frozen, stateWith, TODAY, used } from "../support/fixtures.ts";
import { totals } from "../support/state-arbitraries.ts";

const MANY = Object.assign(
  {},
  ...Array.from({ length: 1000 }, (_, index) => used(1, index, `model-${index}`)),
) as Models;

async function read(state: State): Promise<State> {
  const decoded = await decodeState(encodeState(state));
  assert.equal(decoded.status, "ok");
  return (decoded as { state: State }).state;
}

test("a day with 1,000 models is read as 256 models and `other`, with the same totals", async () => {
  const { models } = (await read(stateWith({ days: { [TODAY]: frozen(MANY) } }))).days[TODAY] ?? {
    models: {},
  };
  assert.equal(Object.keys(models).length, 257);
  assert.deepEqual(totals(models), totals(MANY));
});

test("so is a day that is set aside", async () => {
  const models = (await read(stateWith({ setAside: { "2026-12-24": MANY } }))).setAside?.["2026-12-24"];
  assert.equal(Object.keys(models ?? {}).length, 257);
  assert.deepEqual(totals(models), totals(MANY));
});

test("a model name is read back with at most 128 characters, and names that become equal are summed", async () => {
  const long = "x".repeat(200);
  const given = { ...used(1, 10, `${long}a`), ...used(2, 20, `${long}b`), ...used(4, 40, "") };
  const { models } = (await read(stateWith({ days: { [TODAY]: frozen(given) } }))).days[TODAY] ?? {
    models: {},
  };
  assert.deepEqual(models, { ...used(3, 30, "x".repeat(128)), ...used(4, 40, "unknown") });
});
