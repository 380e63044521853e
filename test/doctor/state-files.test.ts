// Doctor and the files in the state folder. It checks only the state's own files.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { gatherState } from "../../src/commands/doctor/state/facts.ts";
import { judgeState } from "../../src/commands/doctor/state/judge.ts";
import { CORRUPT_PREFIX, stateNames } from "../../src/state/folder/state-folder.ts";
import { lines } from "../support/doctor/check-lines.ts";
import { STATE_FACTS } from "../support/doctor/facts.ts";
import { NOW } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { modeOf, putState } from "../support/state-disk.ts";

/** A state folder as beats leave it, at a path that a shell needs quoted. */
async function stateFolder(t: TestContext): Promise<string> {
  const dir = join(await temporaryFolder(t), "my state");
  await mkdir(dir, { mode: 0o700 });
  await putState(dir);
  return dir;
}

const judge = async (dir: string) =>
  judgeState({ ...(await gatherState(dir, "/home/me", NOW)), freeBytes: undefined });

test("each file that other users can read is a warning", async (t) => {
  const dir = await stateFolder(t);
  const { state, machineId } = stateNames(dir);
  await writeFile(machineId, "");
  for (const path of [state, machineId]) await chmod(path, 0o644);
  const fixes = (await judge(dir)).flatMap(({ fix }) => fix ?? []);
  assert.deepEqual(fixes.sort(), [`chmod 600 '${machineId}'`, `chmod 600 '${state}'`]);
});

/** Creates numbered files that other users can read. */
async function putOpen(dir: string, count: number, nameOf: (number: number) => string): Promise<void> {
  for (let number = 1; number <= count; number++) {
    const path = join(dir, nameOf(number));
    await writeFile(path, "");
    await chmod(path, 0o644);
  }
}
const corruptName = (number: number) => `${CORRUPT_PREFIX}2026-11-20T17-00-00.000Z-${number}`;

test("other files in the folder are ignored", async (t) => {
  const dir = await stateFolder(t);
  await putOpen(dir, 3, (number) => `notes-${number}`);
  assert.deepEqual(lines(await judge(dir)), ["ok state-folder", "ok state-file"]);
});

test("a few corrupt files that other users can read: one warning each", async (t) => {
  const dir = await stateFolder(t);
  await putOpen(dir, 2, corruptName);
  const fixes = (await judge(dir)).flatMap(({ fix }) => fix ?? []);
  assert.deepEqual(
    fixes,
    [1, 2].map((number) => `chmod 600 '${join(dir, corruptName(number))}'`),
  );
});

test("many corrupt files that other users can read: one warning, whose command closes them all", async (t) => {
  const dir = await stateFolder(t);
  await putOpen(dir, 50, corruptName);
  await putOpen(dir, 1, () => "notes");
  const [check, ...more] = await judge(dir);
  assert.equal(check?.message, `other users can read or write 50 corrupt state files in ${dir}`);
  assert.deepEqual(lines(more), ["ok state-file"]);
  execFileSync("sh", ["-c", check?.fix ?? ""]);
  assert.deepEqual(lines(await judge(dir)), ["ok state-folder", "ok state-file"]);
  assert.equal(await modeOf(join(dir, "notes")), 0o644);
});

test("many leftovers that other users can read: one warning, and a beat removes them", async (t) => {
  const dir = await stateFolder(t);
  await putOpen(dir, 50, (number) => `machine-id.${number}.tmp`);
  const [check, ...more] = await judge(dir);
  assert.match(check?.message ?? "", / 50 files that stopped refreshes left in /);
  assert.equal(check?.fix, "agent-usage beat");
  assert.deepEqual(lines(more), ["ok state-file"]);
});

test("many corrupt files of another user: one failure, beside one for the other files", () => {
  const corrupt = Array.from({ length: 50 }, (_, index) => `/state/${corruptName(index)}`);
  const facts = { ...STATE_FACTS, state: { status: "missing" }, delivery: undefined } as const;
  const checks = judgeState({ ...facts, foreignFiles: ["/state/state.json", ...corrupt] });
  assert.deepEqual(
    checks.filter(({ status }) => status === "failure").map(({ fix }) => fix),
    [
      'sudo chown "$(id -un)" /state/state.json',
      `sudo find /state/ -maxdepth 1 -type f -name 'state.json.corrupt-*' -exec chown "$(id -un)" {} +`,
    ],
  );
});
