// The collector's command, as it is built.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFile, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { temporaryFolder } from "../../test/support/folder.ts";
import { VERSION } from "../src/version.ts";

const PACKAGE = fileURLToPath(new URL("../package.json", import.meta.url));
const CLI = fileURLToPath(new URL("../dist/cli.js", import.meta.url));

const run = promisify(execFile);

async function collector(args: readonly string[], cli = CLI) {
  const ended = run(process.execPath, [cli, ...args]);
  return ended.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  );
}

test("--version prints the version of its own package", async () => {
  const { version } = JSON.parse(await readFile(PACKAGE, "utf8")) as { version: string };
  assert.equal(version, VERSION);
  assert.deepEqual(await collector(["--version"]), { code: 0, stdout: `${version}\n`, stderr: "" });
});

test("the help names the program and its exit codes", async () => {
  const { code, stdout } = await collector(["--help"]);
  assert.equal(code, 0);
  assert.match(stdout, /^Usage: agent-usage-collector /m);
  assert.match(stdout, /^ {2}64 /m);
});

test("an unknown command is exit 64, with one line that begins with the program's name", async () => {
  const { code, stdout, stderr } = await collector(["srve"]);
  assert.deepEqual([code, stdout], [64, ""]);
  assert.match(stderr, /^agent-usage-collector: .*"srve".*\n$/);
});

test("completions are for this program", async () => {
  const { code, stdout } = await collector(["completions", "bash"]);
  assert.equal(code, 0);
  assert.match(stdout, /complete -F \S+ agent-usage-collector\n$/);
});

test("the bundle runs without any other file", async (t) => {
  const folder = await temporaryFolder(t);
  await copyFile(CLI, join(folder, "cli.js"));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }\n');
  assert.equal((await collector(["--version"], join(folder, "cli.js"))).code, 0);
});

test("the bundle contains no vendor's URL", async () => {
  const text = await readFile(CLI, "utf8");
  assert.doesNotMatch(text, /api\.agent\.example|api\.anthropic\.com/);
});
