// Days that a machine sends again and again are known by their bytes, and a body is refused as if all of it were read.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { aBody, type Body, bytes } from "../../../test/support/store/wire.ts";
import { type Past, readSnapshot, type Snapshot } from "../../src/ingest/index.ts";

/** The machine's last push. */
const KNOWN = pastOf(aBody());

function snapshotOf(body: Buffer, past: Past | null = null): Snapshot {
  const read = readSnapshot(body, past);
  assert.ok(read.status === "ok", JSON.stringify(read));
  return read.snapshot;
}

function pastOf(body: Body): Past {
  const { past } = snapshotOf(bytes(body));
  assert.ok(past !== null);
  return past;
}

/** The next push: today has grown. */
function nextBody(change: (body: Body) => void = () => {}): Body {
  const body = aBody();
  body.seq = 8;
  body.usage.days[1].models[0].requests = 4;
  change(body);
  return body;
}

test("days that came before in the same bytes are not read again", () => {
  const snapshot = snapshotOf(bytes(nextBody()), KNOWN);
  assert.deepEqual(
    snapshot.days.map(({ day, models }) => [day, models["small"]?.requests]),
    [["2026-11-22", 4]],
  );
  assert.equal(snapshot.isPastLeftOut, true);
  assert.deepEqual(snapshot.past, KNOWN);
});

const READ_WHOLE: readonly (readonly [why: string, change: (body: Body) => void])[] = [
  ["a count of an earlier day is another", (body) => body.usage.days[0].models[0].requests++],
  ["an earlier day froze", (body) => (body.usage.days[0].state = "open")],
  ["the account is another", (body) => (body.machine.account = "home")],
  ["the account is gone", (body) => delete body.machine.account],
  ["a day was added", (body) => body.usage.days.push({ ...body.usage.days[1], day: "2026-11-23" })],
  ["the newest day is gone", (body) => body.usage.days.pop()],
];
for (const [why, change] of READ_WHOLE) {
  test(`all days are read when ${why}`, () => {
    const body = nextBody(change);
    const snapshot = snapshotOf(bytes(body), KNOWN);
    assert.equal(snapshot.days.length, body.usage.days.length);
    assert.equal(snapshot.isPastLeftOut, false);
  });
}

test("an older day after the known ones is read with them", () => {
  const older = nextBody((body) => (body.usage.days[1].day = "2026-11-01"));
  assert.equal(snapshotOf(bytes(older), KNOWN).days.length, 2);
});

test("a day that stands twice is refused beside known days, too", () => {
  const twice = nextBody((body) => (body.usage.days[1].day = "2026-11-21"));
  assert.deepEqual(readSnapshot(bytes(twice), KNOWN), {
    status: "invalid_snapshot",
    path: "usage.days.1.day",
  });
});

test("the path of a wrong field counts the known days", () => {
  const wrong = nextBody((body) => (body.usage.days[1].state = "melted"));
  assert.deepEqual(readSnapshot(bytes(wrong), KNOWN), {
    status: "invalid_snapshot",
    path: "usage.days.1.state",
  });
});

test("known days in a field that the contract does not have are no days of the snapshot", () => {
  const { days } = nextBody().usage;
  const elsewhere = nextBody((body) => {
    body.usage.days = [days[1]];
    body.later = { days: [days[0]] };
  });
  const [before, after] = [{ later: elsewhere.later, ...elsewhere }, elsewhere];
  for (const body of [before, after]) {
    const snapshot = snapshotOf(bytes(body), KNOWN);
    assert.deepEqual([snapshot.days.length, snapshot.isPastLeftOut], [1, false]);
  }
});

test("days without a day before the newest have no past", () => {
  const single = nextBody((body) => body.usage.days.shift());
  assert.equal(snapshotOf(bytes(single), KNOWN).past, null);
  const unordered = nextBody((body) => body.usage.days.reverse());
  assert.equal(snapshotOf(bytes(unordered), KNOWN).past, null);
});

test("whatever is done to a body, the answer is the same as without known days", () => {
  const good = bytes(nextBody());
  const edit = fc.record({
    at: fc.nat(good.length),
    cut: fc.nat(40),
    put: fc.oneof(
      fc.string(),
      fc.json(),
      fc.constantFrom('"days":[', '{"day":"', ",", "]", "}", "\\u0000", '"', "\\"),
    ),
  });
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 3 }), (edits) => {
      const body = edits.reduce(
        (bytesNow, { at, cut, put }) =>
          Buffer.concat([bytesNow.subarray(0, at), Buffer.from(put), bytesNow.subarray(at + cut)]),
        good,
      );
      const [plain, known] = [readSnapshot(body), readSnapshot(body, KNOWN)];
      if (plain.status !== "ok" || known.status !== "ok") return assert.deepEqual(known, plain);
      const { days, ...rest } = plain.snapshot;
      const { days: daysOfKnown, isPastLeftOut, ...restOfKnown } = known.snapshot;
      assert.deepEqual({ ...restOfKnown, isPastLeftOut: false }, rest);
      assert.deepEqual(daysOfKnown, isPastLeftOut ? days.slice(-1) : days);
    }),
    { numRuns: 5_000 },
  );
});
