// `statusline --install` with the built programs (rule STATUSLINE-7).
import assert from "node:assert/strict";
import { chmod, lstat, mkdir, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { makeHome } from "../support/home.ts";
import { CLI, DIST, runProgram } from "../support/program.ts";
import { modeOf, namesIn } from "../support/state-disk.ts";

const CLAUDE_CODE = join(DIST, "claude-code", "cli.js");
const SETTINGS = ".claude/settings.json";
const OLD = '{\n  "model": "x",\n  "statusLine": { "type": "command", "command": "echo old" }\n}\n';

async function homeWith(t: TestContext, text?: string) {
  const home = await makeHome(t);
  await mkdir(join(home.dir, ".claude"));
  if (text !== undefined) await home.put(SETTINGS, text);
  const path = join(home.dir, SETTINGS);
  return {
    path,
    folder: join(home.dir, ".claude"),
    dir: home.dir,
    install: (...args: string[]) =>
      runProgram(t, CLAUDE_CODE, ["statusline", "--install", ...args], { env: home.env }),
    read: () => readFile(path, "utf8"),
  };
}

test("without a terminal and without --yes it shows the change and makes none", async (t) => {
  const { install, read } = await homeWith(t, OLD);
  const { code, stdout, stderr } = await install();
  assert.deepEqual([code, stderr], [0, ""]);
  assert.match(stdout, /^- "statusLine": .*"echo old"/m);
  assert.match(stdout, /^\+ "statusLine": .*statusline --then 'echo old'"/m);
  assert.match(stdout, /Nothing was changed\. Add --yes to make this change\.\n$/);
  assert.equal(await read(), OLD);
});

test("with --yes it makes the change, keeps the mode and leaves no other file; a second time there is nothing to do", async (t) => {
  const { install, read, path, folder } = await homeWith(t, OLD);
  await chmod(path, 0o640);
  assert.equal((await install("--yes")).code, 0);
  const { statusLine, ...rest } = JSON.parse(await read()) as { statusLine: { command: string } };
  assert.deepEqual(rest, { model: "x" });
  assert.ok(statusLine.command.endsWith(" statusline --then 'echo old'"), statusLine.command);
  assert.equal(await modeOf(path), 0o640);
  assert.deepEqual(await namesIn(folder), ["settings.json"]);
  assert.match((await install("--yes")).stdout, /already set/);
});

test("the command that it sets prints the line from any folder, with the old one after it", async (t) => {
  const { install, read, dir } = await homeWith(t, OLD);
  await install("--yes");
  const { command } = (JSON.parse(await read()) as { statusLine: { command: string } }).statusLine;
  const { stdout } = await runProgram(t, "-", [], {
    under: ["sh", "-c", `cd / && ${command}`],
    env: { HOME: dir },
  });
  assert.equal(stdout, "no refresh yet | old\n");
});

test("settings that are a link stay one", async (t) => {
  const { install, path, dir } = await homeWith(t);
  const target = join(dir, "dotfile.json");
  await symlink(target, path);
  await (await import("node:fs/promises")).writeFile(target, OLD);
  assert.equal((await install("--yes")).code, 0);
  assert.ok((await lstat(path)).isSymbolicLink());
  assert.match(await readFile(target, "utf8"), /statusline --then/);
});

test("without settings it makes the file; without the coding agent's folder it says so", async (t) => {
  const { install, read } = await homeWith(t);
  assert.equal((await install("--yes")).code, 0);
  assert.match(await read(), /"statusLine"/);
  const home = await makeHome(t);
  const { code, stderr } = await runProgram(t, CLAUDE_CODE, ["statusline", "--install", "--yes"], {
    env: home.env,
  });
  assert.equal(code, 1);
  assert.match(stderr, /cannot write .*settings\.json: no such file or folder/);
});

test("settings that are no JSON are left alone", async (t) => {
  const { install, read } = await homeWith(t, "{ // mine\n}");
  const { code, stderr } = await install("--yes");
  assert.equal(code, 1);
  assert.match(stderr, /is not one JSON object/);
  assert.equal(await read(), "{ // mine\n}");
});

test("for a coding agent whose settings are not known, it says what to set", async (t) => {
  const { code, stderr } = await runProgram(t, CLI, ["statusline", "--install", "--yes"]);
  assert.equal(code, 1);
  assert.match(stderr, /not known\. Fix: set its status line to the command: .* statusline\n$/);
});
