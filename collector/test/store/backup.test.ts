// Backup while pushes arrive, restore, and the copy from before a migration.
import assert from "node:assert/strict";
import { copyFile, mkdir, readdir, readFile, stat, symlink, utimes, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { test } from "node:test";
import { sql } from "kysely";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { openOrFail, runBeside, STORE_OPTIONS, testOnEach } from "../../../test/support/store/databases.ts";
import { aDay, aMachine, requestsBy } from "../../../test/support/store/fleet.ts";
import { kyselyOf } from "../../src/store/engine/dialect.ts";
import { SqliteEngine } from "../../src/store/engine/sqlite.ts";
import { copySqlite } from "../../src/store/engine/sqlite-copy.ts";
import { openStore, restoreSqlite, sqliteLibraries } from "../../src/store/index.ts";
import { allMigrations } from "../../src/store/migrations/all.ts";
import { migrate } from "../../src/store/migrations/migrate.ts";

const MONDAY = "2026-11-16";

for (const library of sqliteLibraries()) {
  const { name: sqlite } = library;

  test(`${sqlite}: a backup made while pushes arrive is one moment of the database, and can be restored`, async (t) => {
    const folder = await temporaryFolder(t);
    const options = { ...STORE_OPTIONS, sqlite, database: `sqlite:${join(folder, "collector.db")}` };
    const store = await openOrFail(t, options);
    const machine = await aMachine(store);
    let pushed = 0;
    let isDone = false;
    const pushing = (async () => {
      while (!isDone) await machine.pushed([aDay(MONDAY, { large: ++pushed })]);
    })();
    await machineHasPushed(() => pushed > 20);
    const before = pushed;
    const backup = join(folder, "backup.db");
    assert.deepEqual(await store.backup(backup), { status: "done" });
    const after = pushed;
    isDone = true;
    await pushing;
    assert.equal((await stat(backup)).mode & 0o777, 0o600);
    assert.deepEqual(await store.backup(backup), { status: "exists" });
    assert.deepEqual(await store.backup(join(folder, "no", "such.db")), { status: "failed" });

    const restored = join(folder, "restored.db");
    assert.deepEqual(await restoreSqlite(backup, restored, sqlite), { status: "done" });
    const second = await openOrFail(t, { ...options, database: `sqlite:${restored}` });
    const kept = (await requestsBy(second, {}))[MONDAY] ?? 0n;
    assert.ok(kept >= BigInt(before - 1) && kept <= BigInt(after), `${before} <= ${kept} <= ${after}`);
    assert.deepEqual(second.hmacKey, store.hmacKey);
    assert.deepEqual(await second.verify(), []);
    machine.store = second;
    await machine.pushed([aDay(MONDAY, { large: 1 })]);
  });

  test(`${sqlite}: a log that was left behind is not read into the restored database`, async (t) => {
    const folder = await temporaryFolder(t);
    const file = join(folder, "collector.db");
    const store = await openOrFail(t, { ...STORE_OPTIONS, sqlite, database: `sqlite:${file}` });
    const machine = await aMachine(store);
    await machine.pushed([aDay(MONDAY, { large: 1 })]);
    const [backup, restored] = [join(folder, "backup.db"), join(folder, "restored.db")];
    await store.backup(backup);
    await machine.pushed([aDay(MONDAY, { large: 2 })]);
    await copyFile(`${file}-wal`, `${restored}-wal`);
    await writeFile(`${restored}-wal.before-restore`, "of an earlier restore");
    await mkdir(`${restored}.restoring`);
    assert.deepEqual(await restoreSqlite(backup, restored, sqlite), { status: "done" });
    const second = await openOrFail(t, { ...STORE_OPTIONS, sqlite, database: `sqlite:${restored}` });
    assert.deepEqual(await requestsBy(second, {}), { [MONDAY]: 1n });
    assert.ok((await readdir(folder)).includes("restored.db-wal.before-restore-2"));
    assert.equal(await readFile(`${restored}-wal.before-restore`, "utf8"), "of an earlier restore");
  });

  test(`${sqlite}: a restore refuses a folder, and a link in the place of the database`, async (t) => {
    const folder = await temporaryFolder(t);
    const [file, backup] = [join(folder, "collector.db"), join(folder, "backup.db")];
    assert.deepEqual(await restoreSqlite(folder, file, sqlite), { status: "not_a_file" });
    await (await openOrFail(t, { ...STORE_OPTIONS, sqlite, database: `sqlite:${backup}` })).backup(
      `${backup}2`,
    );
    await symlink(join(folder, "gone"), file);
    assert.deepEqual(await restoreSqlite(`${backup}2`, file, sqlite), { status: "dangling" });
  });

  test(`${sqlite}: a copy has its name only once it is complete, and replaces no file`, async (t) => {
    const folder = await temporaryFolder(t);
    const [file, copy] = [join(folder, "collector.db"), join(folder, "copy.db")];
    await openOrFail(t, { ...STORE_OPTIONS, sqlite, database: `sqlite:${file}` });
    const takeName = () => writeFile(copy, "of another program", { flag: "wx" });
    assert.deepEqual(await copySqlite(sqlite, file, copy, takeName), { status: "exists" });
    assert.equal(await readFile(copy, "utf8"), "of another program");
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.endsWith(".part")),
      [],
    );
  });

  test(`${sqlite}: what a killed backup left is removed by the next, and another one under way is not`, async (t) => {
    const folder = await temporaryFolder(t);
    const [file, copy] = [join(folder, "collector.db"), join(folder, "copy.db")];
    await openOrFail(t, { ...STORE_OPTIONS, sqlite, database: `sqlite:${file}` });
    const [left, other] = [1, 2].map((n) => `${copy}.0000000${n}-0000-4000-8000-000000000000.part`);
    for (const part of [left, other]) await writeFile(part ?? "", "half");
    await utimes(left ?? "", new Date(0), new Date(0));
    assert.deepEqual(await copySqlite(sqlite, file, copy), { status: "done" });
    const parts = (await readdir(folder)).filter((name) => name.endsWith(".part"));
    assert.deepEqual(parts, [basename(other ?? "")]);
  });

  test(`${sqlite}: a restore overwrites nothing and takes only an intact backup`, async (t) => {
    const folder = await temporaryFolder(t);
    const [file, backup, notes] = [join(folder, "a.db"), join(folder, "b.db"), join(folder, "c.db")];
    await writeFile(notes, "no database ".repeat(100));
    assert.deepEqual(await restoreSqlite(backup, file, sqlite), { status: "missing" });
    assert.deepEqual(await restoreSqlite(notes, file, sqlite), { status: "not_a_backup" });
    const opened = await openStore({ ...STORE_OPTIONS, sqlite, database: `sqlite:${file}` });
    assert.ok(opened.status === "open");
    await opened.store.backup(backup);
    const newer = join(folder, "newer.db");
    await opened.store.backup(newer);
    await runBeside({ ...STORE_OPTIONS, sqlite, database: `sqlite:${newer}` }, [
      "insert into migration (name, timestamp) values ('999-later', '2027-01-01')",
    ]);
    assert.deepEqual(await restoreSqlite(newer, join(folder, "e.db"), sqlite), { status: "newer" });
    assert.deepEqual(await restoreSqlite(backup, file, sqlite), { status: "in_use" });
    await opened.store.close();
    assert.deepEqual(await restoreSqlite(backup, file, sqlite), { status: "exists" });
    assert.deepEqual(await restoreSqlite(backup, join(folder, "no", "d.db"), sqlite), { status: "failed" });
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.includes("restoring")),
      [],
    );
  });

  test(`${sqlite}: a copy is made before an older schema is changed, and a migration that fails changes nothing`, async (t) => {
    const file = join(await temporaryFolder(t), "collector.db");
    const engine = await SqliteEngine.open(library, file);
    t.after(() => engine.close());
    const db = kyselyOf(engine);
    const first = allMigrations("sqlite", STORE_OPTIONS.makeAuthority);
    const copies: string[] = [];
    const copyFirst = async (name: string) => void copies.push(name);
    assert.deepEqual(await migrate({ engine, db, migrations: first, copyFirst }), { status: "ready" });
    assert.deepEqual(copies, []);
    const broken = {
      up: async (of: typeof db) => {
        await sql`create table half (a integer)`.execute(of);
        await sql`drop table no_such_table`.execute(of);
      },
    };
    await assert.rejects(migrate({ engine, db, migrations: { ...first, "002-broken": broken }, copyFirst }));
    assert.deepEqual(copies, ["002-broken"]);
    assert.ok(!(await db.introspection.getTables()).some(({ name }) => name === "half"));
    assert.deepEqual(await migrate({ engine, db, migrations: first, copyFirst }), { status: "ready" });
    assert.deepEqual(await migrate({ engine, db, migrations: {}, copyFirst }), { status: "newer" });
  });
}

/** Waits without a clock: lets pushes happen until the condition holds. */
async function machineHasPushed(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}

testOnEach("a backup goes to a new file, or says what to use instead", async (store, t) => {
  const folder = join(await temporaryFolder(t), "backups");
  await mkdir(folder);
  const { status } = await store.backup(join(folder, "b.db"));
  assert.equal(status, store.description.startsWith("postgres") ? "postgres" : "done");
});
