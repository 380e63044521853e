// Where a refresh may write a page (rule PAGE-3).
import assert from "node:assert/strict";
import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { placeProblem } from "../../src/commands/page/index.ts";
import { temporaryFolder } from "../support/folder.ts";

async function places(t: TestContext) {
  const folder = await temporaryFolder(t);
  const stateDir = join(folder, "state");
  await mkdir(stateDir);
  return { folder, stateDir, problem: (...name: string[]) => placeProblem(join(folder, ...name), stateDir) };
}

test("a new file, an empty one and an earlier page are places for a page", async (t) => {
  const { folder, problem } = await places(t);
  await writeFile(join(folder, "empty.html"), "");
  await writeFile(join(folder, "page.html"), "<!doctype html>\n<html>");
  for (const name of ["new.html", "empty.html", "page.html"])
    assert.equal(await problem(name), undefined, name);
});

test("a file that is not a page is not replaced", async (t) => {
  const { folder, problem } = await places(t);
  await writeFile(join(folder, "notes.txt"), "my notes");
  assert.deepEqual(await problem("notes.txt"), { status: "not_a_page" });
});

test("a folder, a place without a folder and a loop of links are named as such", async (t) => {
  const { folder, problem } = await places(t);
  await mkdir(join(folder, "folder"));
  await symlink("loop", join(folder, "loop"));
  assert.deepEqual(await problem("folder"), { status: "not_a_file" });
  assert.deepEqual(await problem("none", "page.html"), { status: "no_folder" });
  assert.deepEqual(await problem("loop"), { status: "not_writable", code: "ELOOP" });
});

test("no page goes into the state folder, also by a link or into a subfolder", async (t) => {
  const { folder, stateDir, problem } = await places(t);
  await symlink(stateDir, join(folder, "link"));
  await symlink(join(stateDir, "page.html"), join(folder, "page.html"));
  await mkdir(join(stateDir, "sub"));
  for (const name of [
    ["state", "page.html"],
    ["link", "state.json"],
    ["page.html"],
    ["state", "sub", "p.html"],
  ])
    assert.deepEqual(await problem(...name), { status: "in_state_folder" }, name.join("/"));
  await mkdir(join(folder, "state-pages"));
  assert.equal(await problem("state-pages", "page.html"), undefined);
});

const asUser = process.getuid?.() === 0 ? "root may write everywhere" : false;

test("a folder that is not writable is named with the system's code", { skip: asUser }, async (t) => {
  const { folder, problem } = await places(t);
  await mkdir(join(folder, "closed"));
  await chmod(join(folder, "closed"), 0o500);
  assert.deepEqual(await problem("closed", "page.html"), { status: "not_writable", code: "EACCES" });
});
