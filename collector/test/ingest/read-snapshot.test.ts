// What a body must be to be kept, and what becomes of it.
import assert from "node:assert/strict";
import { test } from "node:test";
import { aBody, type Body, bytes } from "../../../test/support/store/wire.ts";
import { MAX_BODY_BYTES, readSnapshot } from "../../src/ingest/index.ts";

function read(change: (body: Body) => void = () => {}) {
  const body = aBody();
  change(body);
  return readSnapshot(bytes(body));
}

function snapshot(change?: (body: Body) => void) {
  const result = read(change);
  assert.ok(result.status === "ok", JSON.stringify(result));
  return result.snapshot;
}

test("a correct body becomes a snapshot with instants in milliseconds", () => {
  const { limits, days, machine, seq } = snapshot();
  assert.equal(limits?.fetchedAt, Date.UTC(2026, 10, 22, 9, 59, 59));
  assert.equal(limits?.items[0]?.resetsAt, Date.UTC(2026, 10, 22, 15));
  assert.equal(machine.account, "team");
  assert.equal(seq, 7);
  assert.equal(days[1]?.models["small"]?.cacheReadTokens, 8);
});

const WRONG: readonly (readonly [path: string, change: (body: Body) => void])[] = [
  ["schemaVersion", (body) => (body.schemaVersion = 2)],
  ["program", (body) => (body.program = "")],
  ["program", (body) => (body.program = "a b")],
  ["program", (body) => (body.program = "x".repeat(129))],
  ["machine", (body) => (body.machine = null)],
  ["machine.id", (body) => (body.machine.id = "laptop")],
  ["machine.label", (body) => (body.machine.label = "x".repeat(257))],
  ["machine.account", (body) => (body.machine.account = null)],
  ["stateId", (body) => delete body.stateId],
  ["seq", (body) => (body.seq = -1)],
  ["seq", (body) => (body.seq = 2 ** 53)],
  ["sentAt", (body) => (body.sentAt = "yesterday")],
  ["timeZone", (body) => (body.timeZone = "UTC")],
  ["limits.status", (body) => (body.limits.status = "fine")],
  ["limits.fetchedAt", (body) => (body.limits.fetchedAt = "2026-13-01T00:00:00Z")],
  ["limits.items.0.percent", (body) => (body.limits.items[0].percent = 101)],
  ["limits.items", (body) => (body.limits.items = Array(13).fill(body.limits.items[0]))],
  ["usage.days.0.state", (body) => (body.usage.days[0].state = "melted")],
  ["usage.days.1.day", (body) => (body.usage.days[1].day = "2026-02-30")],
  ["usage.days.1.day", (body) => (body.usage.days[1].day = "2026-11-21")],
  ["usage.days.0.models.0.requests", (body) => (body.usage.days[0].models[0].requests = 1.5)],
  ["usage.days.0.models.0.inputTokens", (body) => (body.usage.days[0].models[0].inputTokens = "7")],
  ["usage.days.0.models.0.model", (body) => (body.usage.days[0].models[0].model = "")],
  ["usage.days.0.models.0.model", (body) => (body.usage.days[0].models[0].model = "a\0b")],
  ["machine.label", (body) => (body.machine.label = "\0")],
  ["", (body) => (body.later = ["a field of a later version\0"])],
  ["", (body) => (body.later = { machine: "\0" })],
  ["machine", (body) => (body.machine.later = { label: "\0" })],
  ["usage.days.0", (body) => (body.usage.days[0].constructor = { name: "\0" })],
  ["usage", (body) => (body.usage["a\0"] = 1)],
];

for (const [index, [path, change]] of WRONG.entries()) {
  test(`a wrong ${path || "body"} is refused by its path (${index})`, () => {
    assert.deepEqual(read(change), { status: "invalid_snapshot", path });
  });
}

for (const [what, body] of [
  ["no object", "[]"],
  ["a number", "7"],
  ["null", "null"],
] as const) {
  test(`JSON that is ${what} is refused with an empty path`, () => {
    assert.deepEqual(readSnapshot(Buffer.from(body)), { status: "invalid_snapshot", path: "" });
  });
}

for (const [what, body] of [
  ["empty", Buffer.alloc(0)],
  ["cut off", bytes(aBody()).subarray(0, 100)],
  ["not UTF-8", Buffer.concat([Buffer.from('{"program":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}')])],
  ["an overlong encoding", Buffer.concat([Buffer.from('"'), Buffer.from([0xc0, 0x80]), Buffer.from('"')])],
  ["with a byte-order mark", Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes(aBody())])],
] as const) {
  test(`a body that is ${what} is not JSON`, () => {
    assert.deepEqual(readSnapshot(body), { status: "not_json" });
  });
}

test("the limit of 64 KiB counts bytes, not characters", () => {
  const padded = (length: number) => {
    const body = bytes({ ...aBody(), later: "" });
    const missing = length - body.byteLength;
    return bytes({ ...aBody(), later: "é".repeat(Math.floor(missing / 2)) + "x".repeat(missing % 2) });
  };
  assert.equal(padded(MAX_BODY_BYTES).byteLength, MAX_BODY_BYTES);
  assert.equal(readSnapshot(padded(MAX_BODY_BYTES)).status, "ok");
  assert.deepEqual(readSnapshot(padded(MAX_BODY_BYTES + 1)), { status: "too_large" });
});

test("more than 36 days are read", () => {
  const days = Array.from({ length: 60 }, (_, index) => ({
    day: new Date(Date.UTC(2026, 0, 1 + index)).toISOString().slice(0, 10),
    state: "open",
    models: [],
  }));
  assert.equal(snapshot((body) => (body.usage.days = days)).days.length, 60);
});

test("a model that stands twice in one day is summed, up to 2^53-1", () => {
  const { days } = snapshot((body) => {
    const [model] = body.usage.days[0].models;
    body.usage.days[0].models = [
      { ...model, cacheReadTokens: Number.MAX_SAFE_INTEGER, cacheCreation1hTokens: 1 },
      model,
    ];
  });
  assert.deepEqual(days[0]?.models["large"], {
    requests: 6,
    inputTokens: 2,
    outputTokens: 4,
    cacheCreationTokens: 8,
    cacheReadTokens: Number.MAX_SAFE_INTEGER,
    cacheCreation1hTokens: 1,
  });
});

test("a day with hundreds of models keeps 64, and sums the rest as other", () => {
  const { days } = snapshot((body) => {
    const [model] = body.usage.days[0].models;
    body.usage.days[0].models = Array.from({ length: 300 }, (_, index) => ({
      ...model,
      model: `m${index}`,
      requests: 1,
      inputTokens: index,
    }));
  });
  const models = days[0]?.models ?? {};
  assert.deepEqual(
    Object.keys(models),
    Array.from({ length: 64 }, (_, rank) => `m${299 - rank}`).concat("other"),
  );
  const sum = (name: "requests" | "inputTokens") =>
    Object.values(models).reduce((total, counts) => total + counts[name], 0);
  assert.deepEqual([sum("requests"), sum("inputTokens")], [300, (299 * 300) / 2]);
});

test("a lone surrogate becomes U+FFFD", () => {
  const { machine } = snapshot((body) => (body.machine.label = "a\ud800b"));
  assert.equal(machine.label, "a\ufffdb");
});

test("a model named like a property of every object is a model", () => {
  const { days } = snapshot((body) => (body.usage.days[0].models[0].model = "__proto__"));
  assert.deepEqual(Object.keys(days[0]?.models ?? {}), ["__proto__"]);
});

test("an id is the same in upper and in lower case", () => {
  const { machine, stateId } = snapshot((body) => {
    body.machine.id = body.machine.id.toUpperCase();
    body.stateId = body.stateId.toUpperCase();
  });
  assert.equal(machine.id, aBody().machine.id);
  assert.equal(stateId, aBody().stateId);
});

test("an empty account is none", () => {
  assert.equal(snapshot((body) => (body.machine.account = "")).machine.account, null);
  assert.equal(snapshot((body) => delete body.machine.account).machine.account, null);
});

test("a time of reset that is no instant says nothing", () => {
  const { limits } = snapshot((body) => (body.limits.items[0].resetsAt = "soon"));
  assert.equal(limits?.items[0]?.resetsAt, null);
});

test("a snapshot without limits has none", () => {
  const { limits } = snapshot((body) => (body.limits = { status: "disabled", fetchedAt: null, items: [] }));
  assert.equal(limits, null);
});

test("fields of a later version are ignored", () => {
  const known = snapshot();
  assert.deepEqual(
    snapshot((body) => Object.assign(body, { later: { nested: [1] } })),
    known,
  );
});
