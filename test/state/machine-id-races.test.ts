// Processes that create the machine's id at the same moment agree on one: two ids would double a fleet's totals.
import assert from "node:assert/strict";
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { realFiles } from "../../src/base/disk/files.ts";
import { machineId } from "../../src/state/disk/machine-id.ts";
import { stateFolder, stateNames } from "../../src/state/folder/state-folder.ts";
import { temporaryFolder } from "../support/folder.ts";

const PROGRAM = new URL("../support/state/make-machine-id.ts", import.meta.url);
const ROUNDS = 20;

/** Reads or creates the id, which must succeed. */
async function idIn(dir: string, files = realFiles): Promise<{ id: string; repaired: unknown }> {
  const made = await machineId(stateFolder(dir, files));
  assert.equal(made.status, "ok");
  return made as Extract<typeof made, { status: "ok" }>;
}

test("another process creates an id first and removes our temporary file: both have the same id", async (t) => {
  const dir = await temporaryFolder(t);
  let theirs: Promise<{ id: string }> | undefined;
  const link: typeof realFiles.link = async (...args) => {
    theirs ??= idIn(dir);
    await theirs;
    return realFiles.link(...args);
  };
  const ours = await idIn(dir, { ...realFiles, link });
  assert.equal(ours.id, (await theirs)?.id);
});

test("another process links our temporary file before it is written: both have the same id, and none is reported as corrupt", async (t) => {
  const dir = await temporaryFolder(t);
  // The other process has written its file. Before it links that, we remove it and create ours, which is still empty.
  let openedOurs: () => void = () => {};
  const oursIsOpen = new Promise<void>((resolve) => (openedOurs = resolve));
  let ours: ReturnType<typeof idIn> | undefined;
  let othersDone: Promise<unknown> = Promise.resolve();
  const slow = {
    ...realFiles,
    open: async (...args: Parameters<typeof realFiles.open>) => {
      const handle = await realFiles.open(...args);
      if (String(args[0]).endsWith(".tmp")) {
        openedOurs();
        await othersDone;
      }
      return handle;
    },
  };
  const link: typeof realFiles.link = async (...args) => {
    if (ours === undefined) {
      ours = idIn(dir, slow);
      await oursIsOpen;
    }
    return realFiles.link(...args);
  };
  const other = idIn(dir, { ...realFiles, link });
  othersDone = other;
  const theirs = await other;
  assert.equal((await ours)?.id, theirs.id);
  assert.equal(theirs.repaired, false);
});

test("eight processes at once have the same id, and none reports it as corrupt", {
  timeout: 60_000,
}, async (t) => {
  const children: ChildProcess[] = [];
  t.after(() => {
    for (const child of children) child.kill("SIGKILL");
  });
  for (let count = 0; count < 8; count++) {
    children.push(fork(PROGRAM, { execArgv: ["--import", import.meta.resolve("tsx")] }));
  }
  const answersOf = () =>
    Promise.all(children.map(async (child) => (await once(child, "message"))[0] as unknown));
  await answersOf();
  for (let round = 0; round < ROUNDS; round++) {
    const dir = await temporaryFolder(t);
    const answers = answersOf();
    for (const child of children) child.send(dir);
    const made = await answers;
    const id = (await readFile(stateNames(dir).machineId, "utf8")).trim();
    for (const one of made) assert.deepEqual(one, { status: "ok", id, repaired: false, wasOpen: false });
  }
});
