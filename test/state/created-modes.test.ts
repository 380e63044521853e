// Every file in the state folder is private from the call that creates it. The modes are checked after every call on the file
// system, under umask 0.
import assert from "node:assert/strict";
import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { makeWorld } from "../support/beat-world.ts";

type Call = (...args: unknown[]) => unknown;

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

/** From now on, every mode that the folder and anything in it has after any call, as `name mode`. */
function modesSeen(t: TestContext, folder: string, canLink: boolean): ReadonlySet<string> {
  const seen = new Set<string>();
  const noteModes = () => {
    const names = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
    for (const name of [".", ...names]) {
      const stat = fs.lstatSync(join(folder, name), { throwIfNoEntry: false });
      if (stat) seen.add(`${name.replace(UUID, "<uuid>")} ${(stat.mode & 0o777).toString(8)}`);
    }
  };
  const table = fs.promises as unknown as Record<string, Call>;
  for (const [name, original] of Object.entries(table)) {
    if (typeof original !== "function") continue;
    t.mock.method(table, name, async (...args: unknown[]) => {
      try {
        const result = name === "link" && !canLink ? refuseLink(args) : original.apply(fs.promises, args);
        return await result;
      } finally {
        noteModes();
      }
    });
  }
  const { mkdir } = fs as unknown as Record<string, Call>;
  t.mock.method(fs as unknown as Record<string, Call>, "mkdir", (...args: unknown[]) => {
    const done = args.pop() as Call;
    return mkdir?.(...args, (...result: unknown[]) => {
      noteModes();
      done(...result);
    });
  });
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
  return seen;
}

/** Fails as on a file system without links. */
function refuseLink([from]: readonly unknown[]): never {
  const code = fs.existsSync(String(from)) ? "EPERM" : "ENOENT";
  throw Object.assign(new Error(code), { code });
}

for (const [where, canLink] of [
  ["", true],
  [" on a file system without links", false],
] as const) {
  test(`in three beats, the last after weeks, every file has mode 600 and every folder 700 from the start${where}`, async (t) => {
    const world = await makeWorld(t);
    const before = process.umask(0);
    t.after(() => process.umask(before));
    const seen = modesSeen(t, world.stateDir, canLink);
    for (const at of ["2026-11-20T17:00:00.000Z", "2026-11-20T17:15:00.000Z", "2026-12-10T17:00:00.000Z"]) {
      assert.equal((await world.beat({ at })).status, "done");
    }
    // The limits of the three beats are the same, so the history is written once.
    const files = [
      "delivery.json",
      "history.json",
      "state.json",
      "state.json.before-jump",
      "state.json.prev",
    ];
    const temporary = [...files, "machine-id.<uuid>"].map((name) => `${name}.tmp`);
    const expected = [...files, ...temporary, "machine-id"].map((name) => `${name} 600`);
    assert.deepEqual([...seen].sort(), [...expected, ". 700", "beat.lock 700"].sort());
  });
}
