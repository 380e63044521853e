// Which machines the page lists, and in which order: versions, search, sorting and paging.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Machine } from "../src/store/index.ts";
import { isShown, matches, rosterOf, SHOWN, SORTS, sorted } from "../src/web/machines/roster.ts";
import { compareVersions, isOlder, newestOf } from "../src/web/machines/versions.ts";
import { pageOf } from "../src/web/site/index.ts";

const NOW = Date.UTC(2026, 10, 22, 12);
const HOUR = 3_600_000;

function aMachine(id: number, facts: Partial<Machine> = {}): Machine {
  return {
    id: String(id),
    program: "agent-usage",
    machineId: `00000000-0000-4000-8000-${String(id).padStart(12, "0")}`,
    label: `machine-${id}`,
    name: null,
    os: "linux",
    account: null,
    agentVersion: "2.1.0",
    agentUsageVersion: "0.2.0",
    firstSeen: NOW - 99 * HOUR,
    lastSeen: NOW,
    archived: false,
    revoked: false,
    twoHomesAt: null,
    merged: [],
    ...facts,
  };
}

const ids = (listed: readonly { machine: Machine }[]) => listed.map(({ machine }) => machine.id);

test("versions are compared by their numbers, and a release is newer than what led to it", () => {
  const order = ["nightly", "0.9.0-beta.1", "0.9", "0.9.1", "v0.10.0", "1.0.0-rc.1", "1.0.0", "1.0.0.1"];
  assert.deepEqual(order.toReversed().sort(compareVersions), order);
  assert.equal(newestOf([null, "junk", "0.9.0", "0.10.0"]), "0.10.0");
  assert.equal(newestOf([null, "junk"]), undefined);
  assert.equal(isOlder("junk", "1.0.0"), false);
  assert.equal(isOlder("0.9.0", undefined), false);
});

test("comparing versions is an order, whatever machines send", () => {
  const text = fc.oneof(
    fc.string(),
    fc.array(fc.nat(20), { minLength: 1, maxLength: 4 }).map((numbers) => numbers.join(".")),
  );
  fc.assert(
    fc.property(text, text, text, (a, b, c) => {
      assert.equal(Math.sign(compareVersions(a, b)), -Math.sign(compareVersions(b, a)) + 0);
      if (compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0) assert.ok(compareVersions(a, c) <= 0);
    }),
  );
});

test("each part of the fleet has its machines, and archived ones are apart", () => {
  const machines = [
    aMachine(1),
    aMachine(2, { lastSeen: NOW - 5 * HOUR }),
    aMachine(3, { lastSeen: NOW - 30 * HOUR }),
    aMachine(4, { lastSeen: null, agentUsageVersion: null, agentVersion: null }),
    aMachine(5, { agentUsageVersion: "0.1.9" }),
    aMachine(6, { agentVersion: "2.0.0" }),
    aMachine(7, { revoked: true, agentUsageVersion: "9.0.0" }),
    aMachine(8, { twoHomesAt: NOW - HOUR }),
    aMachine(9, { archived: true, lastSeen: null, agentVersion: "9.0.0", revoked: true }),
    aMachine(10, { program: "other", agentUsageVersion: "0.0.1", agentVersion: null }),
  ];
  const listed = rosterOf(machines, new Map(), NOW);
  const shown = Object.fromEntries(
    SHOWN.map((show) => [show, ids(listed.filter((one) => isShown(one, show))).join(" ")]),
  );
  assert.deepEqual(shown, {
    all: "1 2 3 4 5 6 7 8 10",
    active: "1 5 6 8 10",
    silent: "3 4",
    old: "5 6",
    idle: "2",
    revoked: "7",
    copies: "8",
    archived: "9",
  });
});

test("a search finds every word in any of a machine's texts, in any case", () => {
  const [desk, laptop] = rosterOf(
    [aMachine(1, { name: "Ada's Desk", account: "team" }), aMachine(27, { os: "darwin" })],
    new Map(),
    NOW,
  );
  assert.ok(desk !== undefined && laptop !== undefined);
  for (const search of ["desk", "DESK team", " linux ada ", "machine-1", "", "#1"])
    assert.equal(matches(desk, search), true, search);
  for (const search of ["desk darwin", "#27", "%", ".*"]) assert.equal(matches(desk, search), false, search);
  assert.equal(matches(laptop, "#2 darwin"), true);
});

test("shares are of the cost, or of the tokens where nothing has a price", () => {
  const machines = [aMachine(1), aMachine(2), aMachine(3)];
  const shares = (uses: Record<string, [bigint, number | null]>) =>
    rosterOf(
      machines,
      new Map(Object.entries(uses).map(([id, [tokens, costUsd]]) => [id, { tokens, costUsd }])),
      NOW,
    ).map(({ share }) => share);
  assert.deepEqual(shares({ 1: [5n, 3], 2: [5n, 1] }), [0.75, 0.25, undefined]);
  assert.deepEqual(shares({ 1: [5n, null], 2: [15n, 1] }), [0, 1, undefined]);
  assert.deepEqual(shares({ 1: [5n, null], 2: [15n, null] }), [0.25, 0.75, undefined]);
  assert.deepEqual(shares({ 1: [0n, null] }), [undefined, undefined, undefined]);
});

test("machines are in the order of any column, up or down, and names with numbers as people count", () => {
  const machines = [
    aMachine(1, { label: "worker 10", agentUsageVersion: "0.10.0", account: "b" }),
    aMachine(2, { label: "worker 9", lastSeen: null, agentUsageVersion: null }),
    aMachine(3, { label: "Alpha", lastSeen: NOW - HOUR, agentUsageVersion: "0.9.0", account: "a" }),
  ];
  const uses = new Map([
    ["1", { tokens: 5n, costUsd: null }],
    ["3", { tokens: 2n, costUsd: 1 }],
  ]);
  const listed = rosterOf(machines, uses, NOW);
  const order = (sort: (typeof SORTS)[number], isDown = false) => ids(sorted(listed, sort, isDown)).join("");
  assert.deepEqual(
    SORTS.map((sort) => [order(sort), order(sort, true)]),
    [
      ["321", "123"],
      ["231", "132"],
      ["231", "132"],
      ["231", "132"],
      ["213", "312"],
      ["231", "132"],
    ],
  );
});

test("every row is on one page, whatever page is asked for", () => {
  fc.assert(
    fc.property(
      fc.nat(300),
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: -5, max: 400 }),
      (count, size, page) => {
        const all = Array.from({ length: count }, (_, index) => index);
        const { pages } = pageOf(all, 1, size);
        const rows = Array.from({ length: pages }, (_, index) => pageOf(all, index + 1, size).rows).flat();
        assert.deepEqual(rows, all);
        const shown = pageOf(all, page, size);
        assert.ok(shown.page >= 1 && shown.page <= pages && (count === 0) === (shown.first === 0));
      },
    ),
  );
});
