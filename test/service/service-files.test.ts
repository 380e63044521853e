// Install's files: written as planned, run twice nothing changes, and nothing half done is left.
import assert from "node:assert/strict";
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { checkServiceFile, removeFiles, writeFiles } from "../../src/service/install/files.ts";
import type { Run } from "../../src/service/install/manager.ts";
import type { Plan, PlannedFile } from "../../src/service/install/plan.ts";
import { temporaryFolder } from "../support/folder.ts";
import { modeOf, namesIn } from "../support/state-disk.ts";

function planOf(files: PlannedFile[], fields: Partial<Plan> = {}): Plan {
  const owned = files.map(({ path }) => path);
  return {
    manager: "systemd",
    files,
    folders: [],
    owned,
    links: [],
    enable: [],
    update: [],
    disable: [],
    forget: [],
    ...fields,
  };
}

const fileAt = (path: string, text = "text", mode = 0o600): PlannedFile => ({ path, text, mode });

test("a new file is written with its mode, and the folders above it are made", async (t) => {
  const path = join(await temporaryFolder(t), "a", "b", "unit");
  assert.deepEqual(await writeFiles(planOf([fileAt(path)])), [{ path, change: "new" }]);
  assert.equal(await readFile(path, "utf8"), "text");
  assert.equal(await modeOf(path), 0o600);
});

test("the mode does not depend on the umask", async (t) => {
  const path = join(await temporaryFolder(t), "unit");
  const before = process.umask(0o077);
  t.after(() => process.umask(before));
  await writeFiles(planOf([fileAt(path, "text", 0o644)]));
  assert.equal(await modeOf(path), 0o644);
});

test("a file that is as planned is left alone", async (t) => {
  const path = join(await temporaryFolder(t), "unit");
  await writeFiles(planOf([fileAt(path)]));
  const { ino, mtimeMs } = await stat(path);
  assert.deepEqual(await writeFiles(planOf([fileAt(path)])), [{ path, change: "unchanged" }]);
  const after = await stat(path);
  assert.deepEqual([after.ino, after.mtimeMs], [ino, mtimeMs]);
});

test("a file with another text is replaced", async (t) => {
  const path = join(await temporaryFolder(t), "unit");
  await writeFile(path, "old");
  assert.deepEqual(await writeFiles(planOf([fileAt(path)])), [{ path, change: "changed" }]);
  assert.equal(await readFile(path, "utf8"), "text");
});

test("a file that others may read, and should not, is mended", async (t) => {
  const path = join(await temporaryFolder(t), "service.env");
  await writeFile(path, "text");
  await chmod(path, 0o644);
  assert.deepEqual(await writeFiles(planOf([fileAt(path)])), [{ path, change: "changed" }]);
  assert.equal(await modeOf(path), 0o600);
});

test("folders of its own are made for their owner alone", async (t) => {
  const folder = join(await temporaryFolder(t), "logs");
  await writeFiles(planOf([], { folders: [folder] }));
  assert.equal(await modeOf(folder), 0o700);
});

test("a folder in a file's place is refused with the system's error, and no temporary file is left", async (t) => {
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, "unit", "full"), { recursive: true });
  await assert.rejects(writeFiles(planOf([fileAt(join(folder, "unit"))])), {
    code: /EISDIR|ENOTEMPTY|EEXIST/,
  });
  assert.deepEqual(await namesIn(folder), ["unit"]);
});

test("a file in a folder's place is refused with the system's error", async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, "a-file"), "");
  await assert.rejects(writeFiles(planOf([fileAt(join(folder, "a-file", "unit"))])), { code: "EEXIST" });
});

test("removing tells what was there, and takes no more than that", async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, "neighbour"), "");
  await writeFiles(planOf([fileAt(join(folder, "unit"))]));
  const owned = [join(folder, "unit"), join(folder, "never-written")];
  assert.deepEqual(await removeFiles(planOf([], { owned })), [join(folder, "unit")]);
  assert.deepEqual(await readdir(folder), ["neighbour"]);
});

test("a link that leads nowhere is removed too", async (t) => {
  const folder = await temporaryFolder(t);
  await symlink("nowhere", join(folder, "unit"));
  assert.deepEqual(await removeFiles(planOf([], { links: [], owned: [join(folder, "unit")] })), [
    join(folder, "unit"),
  ]);
  assert.deepEqual(await readdir(folder), []);
});

for (const [manager, words] of [
  ["systemd", ["systemd-analyze", "--user", "verify"]],
  ["launchd", ["plutil", "-lint"]],
] as const) {
  test(`the file is checked by ${words.join(" ")} under its own name, before it is written`, async (t) => {
    const path = join(await temporaryFolder(t), "agent-usage.service");
    const ran: string[] = [];
    const run: Run = (command) => {
      ran.push(...command);
      return { status: 0, output: "" };
    };
    assert.equal(await checkServiceFile(planOf([fileAt(path)], { manager }), run), undefined);
    assert.deepEqual(ran.slice(0, -1), words);
    assert.match(ran.at(-1) ?? "", /agent-usage\.service$/);
    await assert.rejects(stat(path), { code: "ENOENT" });
    await assert.rejects(stat(ran.at(-1) ?? ""), { code: "ENOENT" });
  });
}

test("what the check says against it is passed on; no such check is no complaint", async (t) => {
  const plan = planOf([fileAt(join(await temporaryFolder(t), "unit"))]);
  const says =
    (status: number | null): Run =>
    () => ({ status, output: "line 3: no" });
  assert.equal(await checkServiceFile(plan, says(1)), "line 3: no");
  assert.equal(await checkServiceFile(plan, says(null)), undefined);
});
