// Which database a command works on, and what is said if there is none, or the folder is not the collector's.
import assert from "node:assert/strict";
import { chmod, copyFile, mkdir, readdir, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, type TestContext, test } from "node:test";
import { COLLECTOR_CLI, runCollector } from "../../test/support/collector-program.ts";
import { temporaryFolder } from "../../test/support/folder.ts";
import { OTHER_USER, skip } from "../../test/support/other-user.ts";
import { type Ended, runProgram } from "../../test/support/program.ts";

const elsewhere = join(await temporaryFolder({ after }), "usage.db");
/** Its database is not the one that its folder has by default. */
const running = await runCollector({ after }, { args: ["--database", `sqlite:${elsewhere}`] });

const run = (t: TestContext, ...args: string[]) =>
  runProgram(t, COLLECTOR_CLI, args, {
    env: { AGENT_USAGE_COLLECTOR_LISTEN: "127.0.0.1:0", AGENT_USAGE_COLLECTOR_LOCAL: "off" },
  });

function assertOneLine({ code, stdout, stderr }: Ended, words: RegExp): void {
  assert.equal(code, 1, stdout + stderr);
  assert.match(stderr, /^agent-usage-collector: [^\n]+\n$/);
  assert.match(stderr, words);
}

test("a command without --database works on the running server's, also by a link to it", async (t) => {
  assert.equal((await running.command("machines")).code, 0);
  const link = join(await temporaryFolder(t), "link.db");
  await symlink(elsewhere, link);
  assert.equal((await running.command("machines", "--database", `sqlite:${link}`)).code, 0);
});

test("a command that names another database than the running server's is refused", async (t) => {
  const file = join(await temporaryFolder(t), "other.db");
  const other = ["--database", `sqlite:${file}`];
  assertOneLine(await running.command("key", "create", "--name", "x", ...other), /has another database/);
  const doctor = await running.command("doctor", "--verify", ...other);
  assert.equal(doctor.code, 1);
  assert.match(doctor.stdout, /^failure database: .*has another database/m);
  assert.equal((await running.command("key", "list")).stdout, "There are no keys.\n");
});

test("a second server in the folder of a running one is refused, and makes no database", async (t) => {
  const folder = await temporaryFolder(t);
  const other = ["--database", `sqlite:${join(folder, "other.db")}`];
  assertOneLine(await run(t, "serve", "--data", running.data, ...other), /is in use by another collector/);
  assert.deepEqual(await readdir(folder), []);
  assert.equal((await running.command("machines")).code, 0);
});

test("a command makes no folder and no database: there is none at a mistyped place", async (t) => {
  const folder = await temporaryFolder(t);
  const data = ["--data", join(folder, "mistyped")];
  const commands = [["machines"], ["backup", join(folder, "b.db")], ["invite", "list"]];
  for (const words of commands) assertOneLine(await run(t, ...words, ...data), /there is no database at /);
  const doctor = await run(t, "doctor", ...data);
  assert.equal(doctor.code, 1);
  assert.match(doctor.stdout, /^failure database: there is no database at /m);
  const empty = join(folder, "empty.db");
  await writeFile(empty, "");
  const copy = ["copy", "--database", `sqlite:${empty}`, "--to", `sqlite:${join(folder, "copy.db")}`];
  assertOneLine(await run(t, ...copy), /empty\.db is empty/);
  const made = (await readdir(folder)).filter((name) => !name.startsWith("empty.db"));
  assert.deepEqual(made, []);
});

test("a folder with other files that others can read is refused, and keeps its mode", async (t) => {
  const data = join(await temporaryFolder(t), "data");
  await mkdir(data);
  await writeFile(join(data, "other"), "");
  await chmod(data, 0o755);
  for (const command of ["serve", "machines"])
    assertOneLine(await run(t, command, "--data", data), /other users can read .*\. Fix: chmod 700 it/);
  assert.equal((await stat(data)).mode & 0o777, 0o755);
});

test("a key can be made before the first start, in an empty folder that is closed to others then", async (t) => {
  const data = join(await temporaryFolder(t), "data");
  await mkdir(data);
  await chmod(data, 0o755);
  assert.equal((await run(t, "key", "create", "--name", "first", "--data", data)).code, 0);
  assert.equal((await stat(data)).mode & 0o777, 0o700);
  assert.match((await run(t, "key", "list", "--data", data)).stdout, /first/);
});

test("a file in the place of the folder is one line", async (t) => {
  const file = join(await temporaryFolder(t), "file");
  await writeFile(file, "");
  assertOneLine(await run(t, "serve", "--data", file), /there is a file of this name/);
  assertOneLine(await run(t, "machines", "--data", file), /: not a folder/);
  assertOneLine(await run(t, "restore", file, "--data", file), /there is a file of this name/);
});

test("another user's folder is one line", { skip }, async (t) => {
  const folder = await temporaryFolder(t);
  await chmod(folder, 0o755);
  const cli = join(folder, "cli.js");
  await copyFile(COLLECTOR_CLI, cli);
  await writeFile(join(folder, "package.json"), '{ "type": "module" }\n');
  const args = ["machines", "--data", running.data];
  assertOneLine(await runProgram(t, cli, args, { user: OTHER_USER }), /permission denied/);
});
