// Packs that a disk changed: detected, read from the records meanwhile, and packed again.
import assert from "node:assert/strict";
import { test } from "node:test";
import { runBeside, testOnEach } from "../../../test/support/store/databases.ts";
import { aDay, aMachine } from "../../../test/support/store/fleet.ts";
import { keepPacked, type Store } from "../../src/store/index.ts";
import { opened, sealed } from "../../src/store/packs/seal.ts";

const DAYS = ["2026-10-30", "2026-11-16", "2026-11-17"] as const;
const [FIRST, , LAST] = DAYS;

const totals = async (store: Store) =>
  (await store.machineTotals({ from: FIRST, to: LAST })).map((row) =>
    JSON.stringify(row, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value)),
  );

const isSqlite = (database: string) => database.startsWith("sqlite:");

/** Ways to damage the bytes of a pack, in SQL. */
const DAMAGE = {
  cut: () => "substr(body, 1, length(body) - 1)",
  "cut to nothing": () => "substr(body, 1, 0)",
  "with a byte changed": (sqlite: boolean) =>
    sqlite
      ? "cast(substr(body, 1, length(body) - 1) || x'7f' as blob)"
      : "set_byte(body, length(body) - 1, 127)",
  "of another database": (sqlite: boolean) => (sqlite ? "x'0101'" : "'\\x0101'::bytea"),
} as const;

for (const [what, change] of Object.entries(DAMAGE)) {
  testOnEach(
    `a pack ${what} gives no wrong sums, is named, and is packed again`,
    async (store, _, options) => {
      const machine = await aMachine(store);
      await machine.pushed(DAYS.map((day, index) => aDay(day, { large: 3 + index })));
      while (await store.pack(LAST));
      const before = await totals(store);
      assert.deepEqual(await store.verify(), []);
      const body = change(isSqlite(options.database));
      await runBeside(options, [`update pack set body = ${body} where day = '${LAST}'`]);
      assert.deepEqual(await totals(store), before);
      const found = await store.verify();
      assert.equal(found.length, 1);
      assert.match(found[0] ?? "", /^2026-11-17: its pack is damaged\. /);
      assert.deepEqual(await store.repairPacks(), [{ day: LAST, status: "damaged" }]);
      assert.deepEqual(await totals(store), before);
      // A push between finding and packing is in the new packs, too.
      await machine.pushed([aDay(LAST, { large: 9 })]);
      const after = await totals(store);
      assert.notDeepEqual(after, before);
      while (await store.pack(LAST));
      assert.deepEqual([await store.verify(), await store.repairPacks()], [[], []]);
      assert.deepEqual(await totals(store), after);
    },
  );
}

testOnEach(
  "packing looks at the packs at its start, says which are damaged, and packs them again",
  async (store, _, options) => {
    const machine = await aMachine(store);
    await machine.pushed(DAYS.map((day) => aDay(day, { large: 3 })));
    while (await store.pack(LAST));
    const before = await totals(store);
    await runBeside(options, [`update pack set body = substr(body, 1, 5) where day = '${FIRST}'`]);
    const warnings: unknown[] = [];
    const log = {
      warn: (fields: object) => warnings.push(fields),
      info() {},
      debug() {},
      error: assert.fail,
    } as never;
    const stop = keepPacked({ store, log, clock: () => Date.parse("2026-11-22T20:00:00Z") });
    while ((await store.verify()).length > 0);
    await stop();
    assert.deepEqual(warnings, [{ day: FIRST, status: "damaged" }]);
    assert.deepEqual(await totals(store), before);
  },
);

test("each bit that is flipped, and each byte that is cut off, is noticed", () => {
  const pack = sealed(Buffer.from("what machines used"));
  assert.equal(opened(pack).status, "ok");
  for (let bit = 0; bit < pack.length * 8; bit++) {
    const flipped = Buffer.from(pack);
    flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    assert.equal(opened(flipped).status, "damaged", `bit ${bit}`);
    if (bit < pack.length) assert.equal(opened(pack.subarray(0, bit)).status, "damaged");
  }
});

test("a pack of a newer version is left to the newer collector", () => {
  assert.equal(opened(sealed(Buffer.from("in another form"), 2)).status, "newer");
});
