// What doctor says of the files in the state folder, and that it looks only at the state's own.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { judgeState } from "../../src/commands/doctor/state.ts";
import { gatherState } from "../../src/commands/doctor/state-facts.ts";
import { CORRUPT_PREFIX, stateNames } from "../../src/state/folder/state-folder.ts";
import { lines } from "../support/doctor/check-lines.ts";
import { STATE_FACTS } from "../support/doctor/facts.ts";
import { NOW } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { modeOf, putState } from "../support/state-disk.ts";

/** A state folder as beats leave it, at a path that a shell takes only in quotes. */
async function stateFolder(t: TestContext): Promise<string> {
  const dir = join(await temporaryFolder(t), "my state");
  await mkdir(dir, { mode: 0o700 });
  await putState(dir);
  return dir;
}

const judge = async (dir: string) =>
  judgeState({ ...(await gatherState(dir, "/home/me", NOW)), freeBytes: undefined });

test("each file that others can read is a warning", async (t) => {
  const dir = await stateFolder(t);
  const { state, machineId } = stateNames(dir);
  await writeFile(machineId, "");
  for (const path of [state, machineId]) await chmod(path, 0o644);
  const fixes = (await judge(dir)).flatMap(({ fix }) => fix ?? []);
  assert.deepEqual(fixes.sort(), [`chmod 600 '${machineId}'`, `chmod 600 '${state}'`]);
});

/** Puts so many files there that others can read, and that differ in their number. */
async function putOpen(dir: string, count: number, nameOf: (number: number) => string): Promise<void> {
  for (let number = 1; number <= count; number++) {
    const path = join(dir, nameOf(number));
    await writeFile(path, "");
    await chmod(path, 0o644);
  }
}
const setAsideName = (number: number) => `${CORRUPT_PREFIX}2026-11-20T17-00-00.000Z-${number}`;

test("files in the folder that are none of the state's are passed over", async (t) => {
  const dir = await stateFolder(t);
  await putOpen(dir, 3, (number) => `notes-${number}`);
  assert.deepEqual(lines(await judge(dir)), ["ok state-folder", "ok state-file"]);
});

test("few files that were set aside, and that others can read: a warning each", async (t) => {
  const dir = await stateFolder(t);
  await putOpen(dir, 2, setAsideName);
  const fixes = (await judge(dir)).flatMap(({ fix }) => fix ?? []);
  assert.deepEqual(
    fixes,
    [1, 2].map((number) => `chmod 600 '${join(dir, setAsideName(number))}'`),
  );
});

test("many files that were set aside, and that others can read: one warning, whose command closes them all", async (t) => {
  const dir = await stateFolder(t);
  await putOpen(dir, 50, setAsideName);
  await putOpen(dir, 1, () => "notes");
  const [check, ...more] = await judge(dir);
  assert.equal(check?.message, `others can read or write 50 spoilt state files set aside in ${dir}`);
  assert.deepEqual(lines(more), ["ok state-file"]);
  execFileSync("sh", ["-c", check?.fix ?? ""]);
  assert.deepEqual(lines(await judge(dir)), ["ok state-folder", "ok state-file"]);
  assert.equal(await modeOf(join(dir, "notes")), 0o644);
});

test("many files that ended beats left, and that others can read: one warning; a beat clears them away", async (t) => {
  const dir = await stateFolder(t);
  await putOpen(dir, 50, (number) => `machine-id.${number}.tmp`);
  const [check, ...more] = await judge(dir);
  assert.match(check?.message ?? "", / 50 files that ended beats left in /);
  assert.equal(check?.fix, "agent-usage beat");
  assert.deepEqual(lines(more), ["ok state-file"]);
});

test("many files that were set aside and are another user's: one failure beside that of the others", () => {
  const setAside = Array.from({ length: 50 }, (_, index) => `/state/${setAsideName(index)}`);
  const facts = { ...STATE_FACTS, state: { status: "missing" }, delivery: undefined } as const;
  const checks = judgeState({ ...facts, theirFiles: ["/state/state.json", ...setAside] });
  assert.deepEqual(
    checks.filter(({ status }) => status === "failure").map(({ fix }) => fix),
    [
      'sudo chown "$(id -un)" /state/state.json',
      `sudo find /state/ -maxdepth 1 -type f -name 'state.json.corrupt-*' -exec chown "$(id -un)" {} +`,
    ],
  );
});
