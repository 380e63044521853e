// kill -9 while pushes arrive: everything acknowledged is there. AGENT_USAGE_LONG_TESTS=1 for 1,000 rounds.
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { openOrFail, STORE_OPTIONS } from "../../../test/support/store/databases.ts";
import { openStore, type SqliteName, sqliteLibraries } from "../../src/store/index.ts";

const ROUNDS = process.env["AGENT_USAGE_LONG_TESTS"] === "1" ? 1_000 : 2;
const PUSHING = fileURLToPath(new URL("../../../test/support/store/pushing.ts", import.meta.url));

function startPushing(t: TestContext, database: string, sqlite: SqliteName): ChildProcess {
  const child = spawn(process.execPath, ["--import", "tsx", PUSHING, database, sqlite], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  t.after(() => child.kill("SIGKILL"));
  return child;
}

/** Kills the process once it has acknowledged so many pushes. @returns the greatest `seq` of each machine acknowledged */
async function killedAfter(child: ChildProcess, pushes: number): Promise<Map<string, number>> {
  assert.ok(child.stdout);
  const ended = once(child, "exit");
  const greatest = new Map<string, number>();
  let lines = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    const [machine = "", seq] = line.split(" ");
    greatest.set(machine, Number(seq));
    if (++lines === pushes) child.kill("SIGKILL");
  }
  await ended;
  assert.ok(lines >= pushes, "it ended by itself");
  return greatest;
}

for (const { name: sqlite } of sqliteLibraries()) {
  test(`${sqlite}: everything acknowledged is there after kill -9, and the sums are right`, async (t) => {
    for (let round = 0; round < ROUNDS; round++) {
      const database = `sqlite:${join(await temporaryFolder(t), "collector.db")}`;
      const child = startPushing(t, database, sqlite);
      const acknowledged = await killedAfter(child, 1 + Math.floor(Math.random() * 400));
      const opened = await openStore({ ...STORE_OPTIONS, database, sqlite });
      assert.ok(opened.status === "open", JSON.stringify(opened));
      const { store } = opened;
      const rows = await store.usage({
        from: "2026-11-22",
        to: "2026-11-22",
        by: ["machine"],
        model: ["large"],
      });
      for (const { id, machineId } of await store.machines()) {
        const kept = rows.find(({ machine }) => machine === id)?.requests ?? 0n;
        assert.ok(kept >= BigInt(acknowledged.get(machineId) ?? 0), `round ${round}: ${kept}`);
      }
      assert.deepEqual(await store.verify(), []);
      await store.close();
    }
  });

  test(`${sqlite}: a second process on the file is refused until the first one ends, however it ends`, async (t) => {
    const database = `sqlite:${join(await temporaryFolder(t), "collector.db")}`;
    const child = startPushing(t, database, sqlite);
    assert.ok(child.stdout);
    await once(child.stdout, "data");
    const refused = await openStore({ ...STORE_OPTIONS, database, sqlite });
    assert.equal(refused.status, "in_use");
    child.kill("SIGKILL");
    await once(child, "exit");
    await openOrFail(t, { ...STORE_OPTIONS, database, sqlite });
  });
}
