// The file that the report's page is written to.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { lchown, lstat, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { writePage } from "../../src/commands/page/write.ts";
import { temporaryFolder } from "../support/folder.ts";
import { modeOf, namesIn } from "../support/state-disk.ts";

test("a page replaces the previous one, is readable by its owner only, and leaves no other file", async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, "usage.html");
  await writeFile(file, "old", { mode: 0o644 });
  assert.deepEqual(await writePage(file, "new"), { status: "ok" });
  assert.deepEqual(
    [await readFile(file, "utf8"), await modeOf(file), await namesIn(folder)],
    ["new", 0o600, ["usage.html"]],
  );
});

test("a page's name may have the maximum length", async (t) => {
  const folder = await temporaryFolder(t);
  const name = `${"a".repeat(250)}.html`;
  assert.deepEqual(await writePage(join(folder, name), "new"), { status: "ok" });
  assert.deepEqual(await namesIn(folder), [name]);
});

test("a folder at the path is left alone", async (t) => {
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, "usage.html"));
  assert.deepEqual(await writePage(join(folder, "usage.html"), "new"), { status: "not_a_file" });
  assert.deepEqual(await namesIn(folder), ["usage.html"]);
});

test("a FIFO at the path is left alone", async (t) => {
  const file = join(await temporaryFolder(t), "fifo.html");
  execFileSync("mkfifo", [file]);
  assert.deepEqual(await writePage(file, "new"), { status: "not_a_file" });
  assert.ok((await lstat(file)).isFIFO());
});

test("a link is kept, and the page goes into its target", async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, "real.html"), "old");
  await symlink("real.html", join(folder, "link.html"));
  assert.deepEqual(await writePage(join(folder, "link.html"), "new"), { status: "ok" });
  assert.equal(await readFile(join(folder, "real.html"), "utf8"), "new");
});

test("a link to a file that does not exist is kept, and its target is created", async (t) => {
  const folder = await temporaryFolder(t);
  await symlink("real.html", join(folder, "link.html"));
  assert.deepEqual(await writePage(join(folder, "link.html"), "new"), { status: "ok" });
  assert.equal(await readFile(join(folder, "real.html"), "utf8"), "new");
  assert.ok((await lstat(join(folder, "link.html"))).isSymbolicLink());
});

const asRoot = process.getuid?.() === 0 ? false : "only root can give a link to another user";

for (const [what, named] of [
  ["another user's link", "link.html"],
  ["our own link to another user's link", "ours.html"],
] as const) {
  test(`${what} is not followed, and its target is unchanged`, { skip: asRoot }, async (t) => {
    const folder = await temporaryFolder(t);
    const real = join(folder, "precious");
    await writeFile(real, "old");
    await symlink(real, join(folder, "link.html"));
    await lchown(join(folder, "link.html"), 65_534, 65_534);
    await symlink("link.html", join(folder, "ours.html"));
    const before = await namesIn(folder);
    assert.deepEqual(await writePage(join(folder, named), "new"), { status: "not_a_file" });
    assert.deepEqual([await readFile(real, "utf8"), await namesIn(folder)], ["old", before]);
  });
}

test("a page that cannot be written returns the system error code", async (t) => {
  const file = join(await temporaryFolder(t), "none", "usage.html");
  assert.deepEqual(await writePage(file, "new"), { status: "failed", code: "ENOENT" });
});
