// Every field of an item, and the current shape of the response (rules ITEM-1 to ITEM-8, PARSE-1, PARSE-2).
import assert from "node:assert/strict";
import { test } from "node:test";
import { inspect } from "node:util";
import { parseUsage } from "../../src/limits/parse.ts";

/** The item made from an entry with a kind and these fields. */
function itemOf(entry: Readonly<Record<string, unknown>>) {
  const [item] = parseUsage({ limits: [{ kind: "session", ...entry }] });
  assert.ok(item);
  return item;
}

const long = "x".repeat(200);
const cut = "x".repeat(128);
const modelOf = (display_name: unknown) => itemOf({ scope: { model: { display_name } } }).model;

test("an entry with every field becomes an item with every field, and no other key is copied", () => {
  const entry = {
    kind: "weekly_scoped",
    group: "weekly",
    percent: 41.6,
    severity: "warning",
    resets_at: "2026-11-20T15:00:00.123456+00:00",
    scope: { model: { display_name: "Some Model", id: "some-model" }, surface: null },
    is_active: true,
    extra: "more",
  };
  assert.deepEqual(parseUsage({ limits: [entry], five_hour: { utilization: 1 }, other: 1 }), [
    {
      kind: "weekly_scoped",
      group: "weekly",
      percent: 42,
      severity: "warning",
      resetsAt: "2026-11-20T15:00:00.123456+00:00",
      model: "Some Model",
    },
  ]);
});

test("an entry with only a kind becomes an item without percent and severity", () => {
  assert.deepEqual(itemOf({}), { kind: "session", group: "session", resetsAt: null, model: null });
});

test("kind is truncated to 128 characters", () => {
  assert.equal(itemOf({ kind: long }).kind, cut);
  assert.equal(itemOf({ kind: cut }).kind, cut);
});

test("group is truncated to 128 characters", () => {
  assert.equal(itemOf({ group: long }).group, cut);
});

test("a group that is not a string is the kind, also truncated", () => {
  for (const group of [undefined, null, 7, true, {}, ["weekly"]]) {
    assert.equal(itemOf({ group }).group, "session");
    assert.equal(itemOf({ group, kind: long }).group, cut);
  }
});

test("an empty group is kept: it is a string", () => {
  assert.equal(itemOf({ group: "" }).group, "");
});

test("percent is rounded to an integer and clamped to 0..100", () => {
  const rows = [
    [0, 0],
    [0.4, 0],
    [0.5, 1],
    [41.4, 41],
    [41.5, 42],
    [99.4, 99],
    [99.5, 100],
    [100, 100],
    [100.4, 100],
    [101, 100],
    [1e308, 100],
    [-1, 0],
    [-1e308, 0],
  ] as const;
  for (const [percent, wanted] of rows) assert.equal(itemOf({ percent }).percent, wanted, String(percent));
});

test("a percent just below zero is 0, not -0", () => {
  for (const percent of [-0, -0.2, -0.5]) assert.ok(Object.is(itemOf({ percent }).percent, 0));
});

test("percent is left out if the source is not a finite number", () => {
  for (const percent of [undefined, null, "50", "", true, [50], {}, Number.NaN, Infinity, -Infinity]) {
    assert.equal("percent" in itemOf({ percent }), false, inspect(percent));
  }
});

test("severity is included only if it is a string, truncated to 128 characters", () => {
  assert.equal(itemOf({ severity: "normal" }).severity, "normal");
  assert.equal(itemOf({ severity: "" }).severity, "");
  assert.equal(itemOf({ severity: long }).severity, cut);
  for (const severity of [undefined, null, 1, true, {}, ["normal"]]) {
    assert.equal("severity" in itemOf({ severity }), false);
  }
});

test("resetsAt comes from resets_at, and is null without one", () => {
  assert.equal(itemOf({ resets_at: 1_795_000_000 }).resetsAt, "2026-11-18T11:06:40.000Z");
  assert.equal(itemOf({ resets_at: "soon" }).resetsAt, null);
  assert.equal(itemOf({ resetsAt: "2026-11-20T15:00:00Z" }).resetsAt, null);
});

test("model is the display name of the scope's model, truncated to 128 characters", () => {
  assert.equal(modelOf("Some Model"), "Some Model");
  assert.equal(modelOf(long), cut);
});

test("model is null without one", () => {
  const scopes = [
    undefined,
    null,
    "model",
    7,
    [],
    {},
    { model: null },
    { model: "Some Model" },
    { model: [] },
  ];
  for (const scope of [...scopes, { model: {} }, { display_name: "x" }]) {
    assert.equal(itemOf({ scope }).model, null);
  }
});

test("a display name that is empty, or not a string, is ignored", () => {
  for (const name of ["", null, 7, {}, ["x"]]) assert.equal(modelOf(name), null);
});

test("truncation never splits a surrogate pair: 127 letters and an emoji give 127", () => {
  const text = `${"x".repeat(127)}😀`;
  const item = itemOf({ kind: text, group: text, severity: text, scope: { model: { display_name: text } } });
  for (const value of [item.kind, item.group, item.severity, item.model]) {
    assert.equal(value, "x".repeat(127));
  }
  assert.equal(itemOf({ kind: "😀".repeat(80) }).kind, "😀".repeat(64));
});

test("rule 1: a body that is not a plain JSON object gives no items", () => {
  const list = [{ kind: "session" }];
  for (const body of [undefined, null, true, 7, "text", [], list, [{ limits: list }]]) {
    assert.deepEqual(parseUsage(body), []);
  }
});

test("rule 2: entries are taken in their order", () => {
  const limits = ["c", "a", "b"].map((kind) => ({ kind }));
  assert.deepEqual(
    parseUsage({ limits }).map(({ kind }) => kind),
    ["c", "a", "b"],
  );
});

test("rule 2: entries are taken until there are 12 items", () => {
  const limits = Array.from({ length: 20 }, (_, index) => ({ kind: `k${index}` }));
  const kinds = parseUsage({ limits }).map(({ kind }) => kind);
  assert.deepEqual(kinds, ["k0", "k1", "k2", "k3", "k4", "k5", "k6", "k7", "k8", "k9", "k10", "k11"]);
});

test("rule 2: skipped entries do not count toward the 12", () => {
  const limits = [
    ...Array(20).fill(null),
    ...Array.from({ length: 12 }, (_, index) => ({ kind: `k${index}` })),
  ];
  assert.equal(parseUsage({ limits }).length, 12);
});

test("rule 2: entries that are not plain objects, or have no kind, are skipped", () => {
  const invalid = [null, 7, "session", true, [], [{ kind: "nested" }], {}, { group: "weekly" }];
  const kindless = [null, "", 7, true, {}, ["session"]].map((kind) => ({ kind }));
  assert.deepEqual(
    parseUsage({ limits: [...invalid, { kind: "good" }, ...kindless] }).map(({ kind }) => kind),
    ["good"],
  );
});

test("rule 2: two entries of the same kind are two items", () => {
  assert.equal(parseUsage({ limits: [{ kind: "weekly" }, { kind: "weekly" }] }).length, 2);
});

test("the given body is not changed", () => {
  const body = { limits: [{ kind: long, percent: 1.5 }], five_hour: { utilization: 1.5 } };
  const before = structuredClone(body);
  parseUsage(body);
  assert.deepEqual(body, before);
});
