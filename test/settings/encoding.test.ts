// Bytes that are not UTF-8 in a path reach a program as U+FFFD, and lead to another folder (rule SETTINGS-15).
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { runChild } from "../support/child.ts";
import { temporaryFolder } from "../support/folder.ts";
import { CLI, DAEMON } from "../support/program.ts";

const MISREAD = "j\uFFFDrgen";
const skip = process.platform === "linux" ? false : "this system's file names are always UTF-8";

/** Runs a program with variables whose values are these bytes, which `spawn` cannot pass on. */
function runWith(folder: string, bytes: Readonly<Record<string, string>>, words: readonly string[]) {
  const settings = Object.entries(bytes).map(([name, octal]) => `${name}="$(printf '%b' '${octal}')"`);
  const command = [process.execPath, ...words].map((word) => `'${word}'`).join(" ");
  return spawnSync("sh", ["-c", `${settings.join(" ")} ${command}`], {
    cwd: folder,
    env: { PATH: process.env["PATH"], HOME: folder },
    encoding: "utf8",
  });
}

/** A folder with a home that is named `jürgen` in Latin-1. */
async function latin1Home(t: TestContext) {
  const folder = await temporaryFolder(t);
  mkdirSync(Buffer.from(`${folder}/j\xfcrgen`, "latin1"));
  return { folder, octal: `${folder}/j\\0374rgen` };
}

for (const [name, words] of [
  ["beat", [CLI, "beat"]],
  ["the daemon", [DAEMON]],
  ["status", [CLI, "status"]],
  ["install", [CLI, "install"]],
  ["uninstall", [CLI, "uninstall"]],
] as const) {
  test(`${name} refuses a home that is not UTF-8, and creates no folder in its place`, {
    skip,
  }, async (t) => {
    const { folder, octal } = await latin1Home(t);
    const { status, stderr } = runWith(folder, { HOME: octal }, words);
    assert.equal(status, 1);
    assert.match(stderr, /^agent-usage: HOME \(environment\) must be valid UTF-8\. Fix: create a link/);
    assert.equal(readdirSync(folder).length, 1);
  });
}

for (const name of [
  "XDG_CONFIG_HOME",
  "XDG_STATE_HOME",
  "AGENT_USAGE_STATE_DIR",
  "AGENT_USAGE_TRANSCRIPTS",
]) {
  test(`a beat refuses ${name} if it is not UTF-8`, { skip }, async (t) => {
    const { folder, octal } = await latin1Home(t);
    const { status, stderr } = runWith(folder, { [name]: octal }, [CLI, "beat"]);
    assert.equal(status, 1);
    assert.match(stderr, new RegExp(`^agent-usage: ${name} \\(environment\\) must be valid UTF-8`));
    assert.equal(readdirSync(folder).length, 1);
  });
}

test("doctor calls it a failure, and prints the fix", { skip }, async (t) => {
  const { folder, octal } = await latin1Home(t);
  const { status, stdout } = runWith(folder, { HOME: octal }, [CLI, "doctor", "--json"]);
  const { checks } = JSON.parse(stdout) as { checks: { status: string; message: string; fix?: string }[] };
  const found = checks.find(({ message }) => message.startsWith("HOME"));
  assert.deepEqual([status, found?.status], [1, "failure"]);
  assert.match(found?.fix ?? "", /set HOME to the link$/);
});

test("a home that really has U+FFFD in its name works", async (t) => {
  const home = join(await temporaryFolder(t), MISREAD);
  mkdirSync(home);
  const { status, stderr } = spawnSync(process.execPath, [CLI, "beat"], {
    env: { PATH: process.env["PATH"], HOME: home },
    encoding: "utf8",
  });
  assert.equal(status, 0, stderr);
});

test("CLAUDE_CONFIG_DIR is refused too, for the program that uses it", async () => {
  const program = `
    const { encodingProblem } = await load("src/settings/index.ts");
    const problem = encodingProblem({ CLAUDE_CONFIG_DIR: "/none/${MISREAD}" }, "/");
    console.log(JSON.stringify(problem?.setting ?? null));`;
  assert.equal(await runChild(program, { conditions: ["claude-code"] }), "CLAUDE_CONFIG_DIR");
  assert.equal(await runChild(program), null);
});
