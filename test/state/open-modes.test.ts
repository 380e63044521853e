// Only the owner can read the state: folder 700, files 600, whatever the umask (rule STATE-2).
import assert from "node:assert/strict";
import { chmod, lstat, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { encodeState } from "../../src/state/disk/codec.ts";
import { stateNames } from "../../src/state/folder/state-folder.ts";
import { stateWith } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { modeOf, openUsable, putState, stateIn } from "../support/state-disk.ts";

function withUmask(t: TestContext, mask: number): void {
  const before = process.umask(mask);
  t.after(() => process.umask(before));
}

for (const [mask, name] of [
  [0, "000"],
  [0o022, "022"],
  [0o077, "077"],
] as const) {
  test(`umask ${name}: a new folder has mode 700`, async (t) => {
    const dir = join(await temporaryFolder(t), "state");
    withUmask(t, mask);
    await openUsable(dir);
    assert.equal(await modeOf(dir), 0o700);
  });

  test(`umask ${name}: saved files have mode 600`, async (t) => {
    const dir = await temporaryFolder(t);
    withUmask(t, mask);
    const { state, save } = await openUsable(dir);
    for (let times = 0; times < 2; times++) assert.equal((await save(state)).status, "ok");
    assert.equal(await modeOf(stateNames(dir).state), 0o600);
    assert.equal(await modeOf(stateNames(dir).previous), 0o600);
  });
}

test("a folder open to others gets mode 700", async (t) => {
  const dir = await temporaryFolder(t);
  await chmod(dir, 0o755);
  await openUsable(dir);
  assert.equal(await modeOf(dir), 0o700);
});

for (const mode of [0o644, 0o666, 0o400, 0o777]) {
  test(`state, temporary and previous file with mode ${mode.toString(8)} get mode 600`, async (t) => {
    const dir = await temporaryFolder(t);
    const { state, temporary, previous } = stateNames(dir);
    for (const path of [state, temporary, previous]) {
      await writeFile(path, encodeState(stateWith()));
      await chmod(path, mode);
    }
    await openUsable(dir);
    for (const path of [state, temporary, previous]) assert.equal(await modeOf(path), 0o600);
  });
}

test("the mode of a leftover temporary file does not carry over to the saved file", async (t) => {
  const dir = await temporaryFolder(t);
  await putState(dir);
  const { state, save } = await openUsable(dir);
  await writeFile(stateNames(dir).temporary, "leftover");
  await chmod(stateNames(dir).temporary, 0o666);
  assert.equal((await save(state)).status, "ok");
  assert.equal(await modeOf(stateNames(dir).state), 0o600);
});

test("a save does not follow a link in place of the temporary file: its target keeps content and mode", async (t) => {
  const [dir, elsewhere] = [await temporaryFolder(t), await temporaryFolder(t)];
  const target = join(elsewhere, "precious");
  await writeFile(target, "precious", { mode: 0o644 });
  await chmod(target, 0o644);
  await putState(dir);
  await symlink(target, stateNames(dir).temporary);
  const { state, save } = await openUsable(dir);
  assert.equal((await save(state)).status, "ok");
  assert.equal(await readFile(target, "utf8"), "precious");
  assert.equal(await modeOf(target), 0o644);
  assert.ok((await lstat(stateNames(dir).state)).isFile());
});

test("opening does not follow a link in place of the temporary file", async (t) => {
  const [dir, elsewhere] = [await temporaryFolder(t), await temporaryFolder(t)];
  await putState(elsewhere);
  await symlink(stateNames(elsewhere).state, stateNames(dir).temporary);
  assert.equal((await openUsable(dir)).origin, "fresh");
  assert.deepEqual(await stateIn(stateNames(elsewhere).state), stateWith());
});

test("a dangling link in place of the temporary file: no file is created at its target", async (t) => {
  const [dir, elsewhere] = [await temporaryFolder(t), await temporaryFolder(t)];
  const target = join(elsewhere, "not-there");
  await symlink(target, stateNames(dir).temporary);
  const { state, save } = await openUsable(dir);
  assert.equal((await save(state)).status, "ok");
  await assert.rejects(lstat(target), { code: "ENOENT" });
});
