// File systems that cannot flush or link, and disks that write less than asked (rules STATE-5, STATE-6, STATE-9).
import assert from "node:assert/strict";
import { type FileHandle, mkdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { test } from "node:test";
import { realFiles, type StateFiles } from "../../src/base/disk/files.ts";
import { stateNames } from "../../src/state/folder/state-folder.ts";
import { type FileCall, failingFiles } from "../support/failing-files.ts";
import { stateWith } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { modeOf, namesIn, openUsable, putState, stateIn } from "../support/state-disk.ts";

const NEXT = stateWith({ agentVersion: "9.9.9" });

async function saveWith(dir: string, fault: (call: FileCall) => string | undefined) {
  await putState(dir);
  const { files, openHandles } = failingFiles(fault);
  const result = await (await openUsable(dir, files)).save(NEXT);
  assert.equal(openHandles(), 0);
  return result;
}

for (const code of ["ENOTSUP", "EINVAL"]) {
  test(`a save succeeds if every flush answers ${code}, as on some network file systems`, async (t) => {
    const dir = await temporaryFolder(t);
    const result = await saveWith(dir, ({ name }) => (name === "handle.sync" ? code : undefined));
    assert.equal(result.status, "ok");
    assert.deepEqual(await stateIn(stateNames(dir).state), { ...NEXT, seq: 8 });
  });
}

for (const code of ["ENOSPC", "EIO", "EDQUOT"]) {
  test(`a save fails if a flush answers ${code}`, async (t) => {
    const dir = await temporaryFolder(t);
    const result = await saveWith(dir, ({ name }) => (name === "handle.sync" ? code : undefined));
    assert.deepEqual(result, { status: "failed", code });
    assert.deepEqual(await stateIn(stateNames(dir).state), stateWith());
  });
}

for (const code of ["EPERM", "ENOTSUP", "EMLINK"]) {
  test(`without links (${code}) the old state is copied, with mode 600`, async (t) => {
    const dir = await temporaryFolder(t);
    const result = await saveWith(dir, ({ name }) => (name === "link" ? code : undefined));
    assert.equal(result.status, "ok");
    assert.deepEqual(await stateIn(stateNames(dir).previous), stateWith());
    assert.equal(await modeOf(stateNames(dir).previous), 0o600);
    assert.deepEqual(await namesIn(dir), ["state.json", "state.json.prev"]);
  });
}

test("a folder in place of the previous file is removed", async (t) => {
  const dir = await temporaryFolder(t);
  await mkdir(join(stateNames(dir).previous, "deep"), { recursive: true });
  assert.equal((await saveWith(dir, () => undefined)).status, "ok");
  assert.deepEqual(await stateIn(stateNames(dir).previous), stateWith());
});

test("a new state folder is made durable by flushing its parent, and so is every new parent", async (t) => {
  const parent = await temporaryFolder(t);
  const { files, calls, openHandles } = failingFiles();
  await openUsable(join(parent, "state", "agent-usage"), files);
  const flushed = (name: string) => ["open", "handle.sync", "handle.close"].map((call) => `${call} ${name}`);
  const changes = calls.map(({ label }) => label).filter((label) => !label.startsWith("stat "));
  assert.deepEqual(changes.slice(0, 8), [
    "mkdir state",
    ...flushed(basename(parent)),
    "mkdir agent-usage",
    ...flushed("state"),
  ]);
  assert.equal(openHandles(), 0);
});

test("a parent folder that may not be opened is not a failure", async (t) => {
  const { files } = failingFiles(({ name }) => (name === "open" ? "EACCES" : undefined));
  await openUsable(join(await temporaryFolder(t), "state"), files);
});

test("a save fails if the copy fails, and the previous file stays", async (t) => {
  const dir = await temporaryFolder(t);
  await putState(dir);
  await (await openUsable(dir)).save(stateWith());
  const fault = ({ name, label }: FileCall) => {
    if (name === "link") return "EPERM";
    return label === "handle.writeFile state.json.prev.tmp" ? "ENOSPC" : undefined;
  };
  const { save } = await openUsable(dir, failingFiles(fault).files);
  assert.deepEqual(await save(NEXT), { status: "failed", code: "ENOSPC" });
  assert.deepEqual(await stateIn(stateNames(dir).previous), stateWith());
  assert.deepEqual(await namesIn(dir), ["state.json", "state.json.prev"]);
});

test("a short write without an error fails the save: no file that was cut short is put in place", async (t) => {
  const dir = await temporaryFolder(t);
  await putState(dir);
  const { save } = await openUsable(dir, { ...realFiles, open: openWritingShort });
  assert.deepEqual(await save(NEXT), { status: "failed", code: "EIO" });
  assert.deepEqual(await stateIn(stateNames(dir).state), stateWith());
  assert.deepEqual(await namesIn(dir), ["state.json"]);
});

const openWritingShort: StateFiles["open"] = async (path, flags, mode) => {
  const handle: FileHandle = await realFiles.open(path, flags, mode);
  const write = handle.writeFile.bind(handle);
  handle.writeFile = (data) => write((data as Buffer).subarray(0, -1));
  return handle;
};

test("a temporary file that cannot be removed after a failure does not stop the next save", async (t) => {
  const dir = await temporaryFolder(t);
  const fault = ({ name, label }: FileCall) => {
    if (name === "handle.writeFile") return "ENOSPC";
    return label === "unlink state.json.tmp" ? "EACCES" : undefined;
  };
  await putState(dir);
  const { save } = await openUsable(dir, failingFiles(fault).files);
  assert.equal((await save(NEXT)).status, "failed");
  assert.deepEqual(await stateIn(stateNames(dir).state), stateWith());
  assert.equal((await (await openUsable(dir)).save(NEXT)).status, "ok");
});
