// What can be wrong with a SQLite file: one line at the start, `unavailable` while running, and never half a push.
import assert from "node:assert/strict";
import { copyFile, link, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { type SmallDisk, smallDisk, withoutSmallDisk } from "../../../test/support/faults/small-disk.ts";
import { type Cleanup, temporaryFolder } from "../../../test/support/folder.ts";
import { openOrFail, runBeside, STORE_OPTIONS } from "../../../test/support/store/databases.ts";
import { aDay, aMachine, requestsBy } from "../../../test/support/store/fleet.ts";
import { openStore, type StoreOptions, sqliteLibraries } from "../../src/store/index.ts";

const MONDAY = "2026-11-16";

/** The small disks, by the database on them. */
const disks = new Map<string, SmallDisk>();

async function onSmallDisk(t: Cleanup): Promise<string> {
  const disk = await smallDisk(t, { kib: 2_048 });
  disks.set(join(disk.dir, "collector.db"), disk);
  return disk.dir;
}

type Run = (t: TestContext, options: StoreOptions, file: string) => Promise<void>;

/** Runs a test with each SQLite library, on a file that is not there yet. */
function testOnFile(name: string, run: Run, folderOf = temporaryFolder, skip: string | false = false): void {
  for (const { name: sqlite } of sqliteLibraries()) {
    test(`${sqlite}: ${name}`, { skip }, async (t) => {
      const file = join(await folderOf(t), "collector.db");
      await run(t, { ...STORE_OPTIONS, database: `sqlite:${file}`, sqlite }, file);
    });
  }
}

async function assertRefused(options: StoreOptions, status: string, file: string): Promise<void> {
  const opened = await openStore(options);
  assert.equal(opened.status, status, JSON.stringify(opened));
  assert.ok(opened.status !== "open");
  assert.ok(opened.reason.startsWith(file), opened.reason);
  assert.doesNotMatch(opened.reason, /\n|Error/);
}

testOnFile(
  "the database and all files beside it can be read by their owner alone",
  async (t, options, file) => {
    const store = await openOrFail(t, options);
    await (await aMachine(store)).pushed([aDay(MONDAY, { large: 1 })]);
    const names = await readdir(dirname(file));
    assert.deepEqual(names.sort(), [
      "collector.db",
      "collector.db-shm",
      "collector.db-wal",
      "collector.db.lock",
    ]);
    for (const name of names) assert.equal((await stat(join(dirname(file), name))).mode & 0o777, 0o600, name);
  },
);

testOnFile(
  "what was kept is there after closing and opening, with the same key and authority",
  async (t, options, file) => {
    const first = await openStore(options);
    assert.ok(first.status === "open");
    const { hmacKey, authority } = first.store;
    await (await aMachine(first.store)).pushed([aDay(MONDAY, { large: 1 })]);
    await first.store.close();
    await rm(`${file}-wal`, { force: true });
    const store = await openOrFail(t, options);
    assert.deepEqual(await requestsBy(store, {}), { [MONDAY]: 1n });
    assert.equal(hmacKey.length, 32);
    assert.deepEqual(store.hmacKey, hmacKey);
    assert.deepEqual(store.authority, authority);
  },
);

testOnFile("another program's database is refused and not changed", async (_t, options, file) => {
  await runBeside(options, ["create table photo (a integer)", "create table migration (id integer)"]);
  const before = await readFile(file);
  const beside = await readdir(dirname(file));
  await assertRefused(options, "foreign", file);
  assert.deepEqual(await readFile(file), before);
  assert.deepEqual(await readdir(dirname(file)), beside);
});

testOnFile("a second collector is refused that was given a link to the file", async (t, options, file) => {
  await openOrFail(t, options);
  const link = join(dirname(file), "link.db");
  await symlink(file, link);
  await assertRefused({ ...options, database: `sqlite:${link}` }, "in_use", link);
});

testOnFile("a database with a second name, a hard link, is refused by both", async (_t, options, file) => {
  const first = await openStore(options);
  assert.ok(first.status === "open");
  await first.store.close();
  const other = join(dirname(file), "other.db");
  await link(file, other);
  await assertRefused(options, "linked", file);
  await assertRefused({ ...options, database: `sqlite:${other}` }, "linked", other);
  await rm(other);
  await openOrFail(_t, options);
});

testOnFile("a file that is no database is refused and not changed", async (_t, options, file) => {
  const text = "These are notes of somebody, not a database. ".repeat(100);
  await writeFile(file, text);
  await assertRefused(options, "corrupt", file);
  assert.equal(await readFile(file, "utf8"), text);
});

testOnFile("a database of a newer version is refused and not changed", async (_t, options, file) => {
  const first = await openStore(options);
  assert.ok(first.status === "open");
  await first.store.close();
  await runBeside(options, [
    "insert into migration (name, timestamp) values ('999-later', '2027-01-01')",
    "pragma wal_checkpoint(truncate)",
  ]);
  const before = await readFile(file);
  await assertRefused(options, "newer_schema", file);
  assert.deepEqual(await readFile(file), before);
});

testOnFile("a folder that does not exist is one line", async (_t, options) => {
  const file = "/no/such/folder/collector.db";
  await assertRefused({ ...options, database: `sqlite:${file}` }, "unreachable", file);
});

testOnFile("a database that another program has locked is one line", async (t, options, file) => {
  const first = await openStore(options);
  assert.ok(first.status === "open");
  await first.store.close();
  const other = sqliteLibraries()
    .find(({ name }) => name === options.sqlite)
    ?.open(file);
  t.after(() => other?.close());
  other?.exec("begin exclusive");
  await assertRefused(options, "in_use", file);
});

testOnFile(
  "a push while another program holds a lock is not acknowledged; after it, one is",
  async (t, options, file) => {
    const store = await openOrFail(t, options);
    const machine = await aMachine(store);
    const other = sqliteLibraries()
      .find(({ name }) => name === options.sqlite)
      ?.open(file);
    other?.exec("begin immediate");
    assert.deepEqual(await machine.push({ days: [aDay(MONDAY, { large: 1 })] }), { status: "unavailable" });
    other?.exec("rollback");
    other?.close();
    await machine.pushed([aDay(MONDAY, { large: 2 })]);
    assert.deepEqual(await requestsBy(store, {}), { [MONDAY]: 2n });
  },
);

testOnFile(
  "a read-only file system is one line",
  async (t, options, file) => {
    const elsewhere = join(await temporaryFolder(t), "collector.db");
    const first = await openStore({ ...options, database: `sqlite:${elsewhere}` });
    assert.ok(first.status === "open");
    await first.store.close();
    await copyFile(elsewhere, file);
    disks.get(file)?.makeReadOnly();
    await assertRefused(options, "read_only", file);
  },
  onSmallDisk,
  withoutSmallDisk,
);

testOnFile(
  "on a full disk no push is acknowledged or kept in part, and all is well when there is room",
  async (t, options, file) => {
    const store = await openOrFail(t, options);
    const machine = await aMachine(store);
    await machine.pushed([aDay(MONDAY, { large: 1 })]);
    disks.get(file)?.fill();
    const days = Array.from({ length: 28 }, (_, index) =>
      aDay(`2026-02-${String(index + 1).padStart(2, "0")}`, manyModels(index)),
    );
    assert.deepEqual(await machine.push({ days }), { status: "unavailable" });
    assert.deepEqual(await requestsBy(store, {}), { [MONDAY]: 1n });
    disks.get(file)?.makeRoom();
    await machine.pushed(days.slice(0, 2));
    assert.equal(Object.keys(await requestsBy(store, {})).length, 3);
    await store.ready();
    assert.deepEqual(await store.verify(), []);
  },
  onSmallDisk,
  withoutSmallDisk,
);

/** So many that they do not fit into what SQLite has allocated. */
function manyModels(seed: number): Record<string, number> {
  return Object.fromEntries(
    Array.from({ length: 200 }, (_, index) => [`${"model".repeat(20)}${index}`, seed]),
  );
}
