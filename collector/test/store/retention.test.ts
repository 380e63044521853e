// Days that are older than the retention are removed.
import assert from "node:assert/strict";
import { test } from "node:test";
import pg from "pg";
import { DAY_MS } from "../../../src/base/durations.ts";
import { completeLog } from "../../../src/base/edges.ts";
import {
  openOrFail,
  STORE_OPTIONS,
  sharedServer,
  testOnEach,
} from "../../../test/support/store/databases.ts";
import { aDay, aMachine, frozenDay, HOUR, NOW, requestsBy } from "../../../test/support/store/fleet.ts";
import { postgresMissing, until } from "../../../test/support/store/postgres.ts";
import { keepRetention, oldestKept, StoreUnavailable } from "../../src/store/index.ts";

test("a retention counts days of Toronto, today included", () => {
  assert.equal(oldestKept(Date.parse("2026-11-22T03:00:00Z"), 36), "2026-10-17");
  assert.equal(oldestKept(Date.parse("2026-11-22T06:00:00Z"), 36), "2026-10-18");
});

testOnEach("with a retention of 36 days, the 37th is removed at the start", async (store) => {
  const machine = await aMachine(store);
  const oldest = oldestKept(NOW, 36);
  await machine.pushed([
    frozenDay("2026-10-17", { large: 1 }),
    frozenDay(oldest, { large: 2 }),
    aDay("2026-11-22"),
  ]);
  const stop = keepRetention({ store, days: 36, log: completeLog({}), clock: () => NOW });
  await stop();
  assert.deepEqual(await requestsBy(store, {}), { [oldest]: 2n, "2026-11-22": 0n });
});

testOnEach("a clock that is a year ahead removes nothing, until machines send its days", async (store, t) => {
  t.mock.timers.enable({ apis: ["setInterval"] });
  const lines: ((line: string) => void)[] = [];
  const say = (_: unknown, line: string) => lines.shift()?.(line);
  const nextLine = () => new Promise<string>((resolve) => void lines.push(resolve));
  const machine = await aMachine(store);
  await machine.pushed([frozenDay("2026-11-21", { large: 2 }), aDay("2026-11-22", { large: 1 })]);
  const ahead = NOW + 365 * DAY_MS;

  const atStart = nextLine();
  const log = completeLog({ info: say, warn: say });
  const stop = keepRetention({ store, days: 36, log, clock: () => ahead });
  assert.match(await atStart, /no day was removed: the clock is far ahead/);

  // By the collector's clock, the machine was seen a year later.
  await machine.pushed([aDay("2026-11-22", { large: 3 })], { arrivedAt: ahead });
  const anHourLater = nextLine();
  t.mock.timers.tick(HOUR);
  assert.match(await anHourLater, /no day was removed/);
  assert.deepEqual(await requestsBy(store, {}), { "2026-11-21": 2n, "2026-11-22": 3n });

  await machine.pushed([aDay("2027-11-21", { large: 4 })], { arrivedAt: ahead });
  const confirmed = nextLine();
  t.mock.timers.tick(HOUR);
  assert.equal(await confirmed, "removed days that are older than the retention");
  await stop();
  assert.deepEqual(await requestsBy(store, {}), { "2027-11-21": 4n });
});

testOnEach("a machine whose clock is a year ahead moves no retention, and removes no day", async (store) => {
  const [right, ahead] = [await aMachine(store), await aMachine(store)];
  const oldest = oldestKept(NOW, 36);
  await right.pushed([frozenDay(oldest, { large: 1 }), aDay("2026-11-22", { large: 2 })]);
  await ahead.pushed([frozenDay("2027-11-21", { large: 4 }), aDay("2027-11-22", { large: 8 })]);
  const all = { [oldest]: 1n, "2026-11-22": 2n, "2027-11-21": 4n, "2027-11-22": 8n };
  for (const clock of [NOW, NOW + HOUR]) {
    await keepRetention({ store, days: 36, log: completeLog({}), clock: () => clock })();
    while (await store.pack("2026-11-21"));
    assert.deepEqual(await requestsBy(store, {}), all);
  }
  // Its clock is right again: the days that it sent stay as they are, and the new ones are kept.
  await ahead.pushed([aDay("2026-11-22", { large: 16 })]);
  assert.deepEqual(await requestsBy(store, {}), { ...all, "2026-11-22": 18n });
  assert.deepEqual(await store.verify(), []);
});

test("a store that is unavailable is a warning", async () => {
  const warnings: string[] = [];
  const log = completeLog({ warn: (_: unknown, line: string) => void warnings.push(line) });
  const store = {
    newest: async () => ({ seen: NOW, day: null }),
    prune: () => Promise.reject(new StoreUnavailable("full")),
  };
  await keepRetention({ store, days: 36, log, clock: () => NOW })();
  assert.deepEqual(warnings, ["days that are older than the retention could not be removed"]);
});

test("PostgreSQL: pushes of machines that hold no old day go on while old days are removed", async (t) => {
  const missing = await postgresMissing();
  if (missing !== false) return t.skip(missing);
  const server = await sharedServer();
  const database = await server.createDatabase();
  const store = await openOrFail(t, { ...STORE_OPTIONS, database });
  const [old, young] = [await aMachine(store), await aMachine(store)];
  await old.pushed([frozenDay("2026-01-01", { large: 1 })]);
  await young.pushed([aDay("2026-11-22", { large: 1 })]);
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  await client.query("begin; select 1 from usage where day = '2026-01-01' for update");
  const removing = store.prune("2026-11-01");
  const name = database.split("/").at(-1);
  await until(
    server,
    `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = '${name}'`,
  );
  await young.pushed([aDay("2026-11-22", { large: 2 })]);
  await young.pushed([aDay("2026-11-23", { large: 1 })]);
  await client.query("rollback");
  await client.end();
  assert.equal(await removing, 1);
  assert.deepEqual(await store.verify(), []);
});

testOnEach("old days that are sent again while they are removed are right in the sums", async (store) => {
  const machines = await Promise.all(Array.from({ length: 4 }, () => aMachine(store)));
  const days = ["2026-01-01", "2026-01-02", "2026-11-22"];
  let isRemoved = false;
  const pushing = machines.map(async (machine) => {
    for (let n = 1; !isRemoved; n++) await machine.pushed(days.map((day) => aDay(day, { large: n })));
  });
  let steps = 0;
  await store.prune("2026-11-01", async () => ++steps < 30);
  isRemoved = true;
  await Promise.all(pushing);
  assert.deepEqual(await store.verify(), []);
  while ((await store.prune("2026-11-01")) > 0);
  assert.deepEqual(Object.keys(await requestsBy(store, {})), ["2026-11-22"]);
  assert.deepEqual(await store.verify(), []);
});
