// The files of an install: written as planned, unchanged by a second install, and never left half written.
import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { chmod, mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { CommandRunner } from "../../src/service/install/command-runner.ts";
import { checkServiceFile, removeFiles, writeFiles } from "../../src/service/install/files.ts";
import type { Plan, PlannedFile } from "../../src/service/install/plan.ts";
import { temporaryFolder } from "../support/folder.ts";
import { modeOf, namesIn } from "../support/state-disk.ts";

function planOf(files: PlannedFile[], fields: Partial<Plan> = {}): Plan {
  const owned = files.map(({ path }) => path);
  return {
    manager: "systemd",
    programs: [],
    environment: {},
    files,
    folders: [],
    owned,
    kept: [],
    links: [],
    enable: [],
    update: [],
    disable: [],
    forget: [],
    ...fields,
  };
}

/** Writes files and asserts that none failed. */
async function written(files: PlannedFile[]) {
  const { written: changes, failed } = await writeFiles(planOf(files));
  assert.equal(failed, undefined);
  return changes;
}

const fileAt = (path: string, text = "text", mode = 0o600): PlannedFile => ({ path, text, mode });

test("a new file is written with its mode, and its parent folders are created", async (t) => {
  const path = join(await temporaryFolder(t), "a", "b", "unit");
  assert.deepEqual(await written([fileAt(path)]), [{ path, change: "new" }]);
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

test("a file that is as planned is not touched", async (t) => {
  const path = join(await temporaryFolder(t), "unit");
  await writeFiles(planOf([fileAt(path)]));
  const { ino, mtimeMs } = await stat(path);
  assert.deepEqual(await written([fileAt(path)]), [{ path, change: "unchanged" }]);
  const after = await stat(path);
  assert.deepEqual([after.ino, after.mtimeMs], [ino, mtimeMs]);
});

test("a file with different text is replaced", async (t) => {
  const path = join(await temporaryFolder(t), "unit");
  await writeFile(path, "old");
  assert.deepEqual(await written([fileAt(path)]), [{ path, change: "changed" }]);
  assert.equal(await readFile(path, "utf8"), "text");
});

test("a file that others can read, and should not, gets its mode corrected", async (t) => {
  const path = join(await temporaryFolder(t), "service.env");
  await writeFile(path, "text");
  await chmod(path, 0o644);
  assert.deepEqual(await written([fileAt(path)]), [{ path, change: "changed" }]);
  assert.equal(await modeOf(path), 0o600);
});

test("its own folders are created with access for their owner only", async (t) => {
  const folder = join(await temporaryFolder(t), "logs");
  await writeFiles(planOf([], { folders: [folder] }));
  assert.equal(await modeOf(folder), 0o700);
});

test("a folder in place of a file is reported with the system's error, and no temporary file is left", async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(folder, "unit");
  await mkdir(join(path, "full"), { recursive: true });
  const { failed } = await writeFiles(planOf([fileAt(path)]));
  assert.equal(failed?.path, path);
  assert.match(failed.code, /EISDIR|ENOTEMPTY|EEXIST/);
  assert.deepEqual(await namesIn(folder), ["unit"]);
});

test("a file in place of a folder is reported with the system's error and what was written before", async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, "a-file"), "");
  const [first, second] = [join(folder, "unit"), join(folder, "a-file", "unit")];
  assert.deepEqual(await writeFiles(planOf([fileAt(first), fileAt(second)])), {
    written: [{ path: first, change: "new" }],
    failed: { path: second, code: "EEXIST" },
  });
});

test("a removal returns the files that were there, and removes nothing else", async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, "neighbor"), "");
  await writeFiles(planOf([fileAt(join(folder, "unit"))]));
  const owned = [join(folder, "unit"), join(folder, "never-written")];
  const { removed, failed, kept, unwritten } = await removeFiles(planOf([], { owned }));
  assert.deepEqual([removed, failed, kept, unwritten], [[join(folder, "unit")], [], [], []]);
  assert.deepEqual(await readdir(folder), ["neighbor"]);
});

test("a dangling link is removed too", async (t) => {
  const folder = await temporaryFolder(t);
  await symlink("nowhere", join(folder, "unit"));
  const { removed } = await removeFiles(planOf([], { links: [], owned: [join(folder, "unit")] }));
  assert.deepEqual(removed, [join(folder, "unit")]);
  assert.deepEqual(await readdir(folder), []);
});

test("a file that cannot be removed is reported, and the rest is removed", async (t) => {
  const folder = await temporaryFolder(t);
  const [first, second] = [join(folder, "unit"), join(folder, "service.env")];
  await mkdir(first);
  await writeFile(second, "");
  const { removed, failed } = await removeFiles(planOf([], { owned: [first, second] }));
  assert.deepEqual([removed, failed.map(({ path }) => path)], [[second], [first]]);
});

for (const [manager, words] of [
  ["systemd", ["systemd-analyze", "--user", "verify"]],
  ["launchd", ["plutil", "-lint"]],
] as const) {
  test(`${words.join(" ")} checks the file under its own name before it is written`, async (t) => {
    const path = join(await temporaryFolder(t), "agent-usage.service");
    const ran: string[] = [];
    const run: CommandRunner = (command) => {
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

test("only its owner can read the copy to check, whatever the umask", async (t) => {
  const before = process.umask(0);
  t.after(() => process.umask(before));
  const modes: number[] = [];
  const run: CommandRunner = (command) => {
    modes.push(statSync(command.at(-1) ?? "").mode & 0o777);
    return { status: 0, output: "" };
  };
  await checkServiceFile(planOf([fileAt(join(await temporaryFolder(t), "unit"))]), run);
  assert.deepEqual(modes, [0o600]);
});

test("the check's complaint is returned; a missing check is not a complaint", async (t) => {
  const plan = planOf([fileAt(join(await temporaryFolder(t), "unit"))]);
  const answering =
    (status: number | null): CommandRunner =>
    () => ({ status, output: "line 3: no" });
  assert.equal(await checkServiceFile(plan, answering(1)), "line 3: no");
  assert.equal(await checkServiceFile(plan, answering(null)), undefined);
});

for (const output of [
  "Failed to lookup RuntimeDirectory path: No such device or address\nFailed to initialize manager: No such device or address",
  "Failed to initialize manager: No medium found",
]) {
  test(`without a session, systemd cannot check: ${output.split("\n")[0]}`, async (t) => {
    const plan = planOf([fileAt(join(await temporaryFolder(t), "unit"))]);
    assert.equal(await checkServiceFile(plan, () => ({ status: 1, output })), undefined);
  });
}

test("without a temporary folder, nothing is checked", async (t) => {
  const before = process.env["TMPDIR"];
  const plan = planOf([fileAt(join(await temporaryFolder(t), "unit"))]);
  process.env["TMPDIR"] = "/nonexistent";
  t.after(() => {
    if (before === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = before;
  });
  assert.equal(await checkServiceFile(plan, () => ({ status: 1, output: "no" })), undefined);
});
