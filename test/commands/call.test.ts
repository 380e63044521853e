// How messages tell the user to call the program: as it was started (rule CLI-11).
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { daemonCall, programCall } from "../../src/commands/call.ts";
import { temporaryFolder } from "../support/folder.ts";

const PATH = "/usr/bin:/home/ann/.local/bin";
const at = (file: string, cwd = "/home/ann", program = "agent-usage") =>
  programCall(program, { file, cwd, path: PATH });

test("installed on PATH: its name", () => {
  assert.deepEqual(at("/home/ann/.local/bin/agent-usage"), { words: "agent-usage", isLocal: false });
});

test("installed elsewhere: its path", () => {
  const { words } = at("/opt/my tools/agent-usage");
  assert.equal(words, "'/opt/my tools/agent-usage'");
});

test("the daemon of an installed package: the program's name", () => {
  assert.equal(at("/usr/lib/node_modules/agent-usage/dist/daemon.js").words, "agent-usage");
});

test("at the root of a checkout: npx, for each program's files", async (t) => {
  const root = await temporaryFolder(t);
  await writeFile(join(root, "package.json"), "{}");
  for (const file of ["dist/daemon.js", "dist/cli.js", "dist/another/daemon.js"]) {
    assert.deepEqual(at(join(root, file), root), { words: "npx agent-usage", isLocal: true });
  }
});

test("started by npx: npx", () => {
  assert.equal(at("/home/ann/.npm/_npx/0a1b/node_modules/.bin/agent-usage").words, "npx agent-usage");
});

for (const [cwd, words] of [
  ["/home/ann", "node src/agent-usage/dist/cli.js"],
  ["/home/ann/src/agent-usage", "node dist/cli.js"],
] as const) {
  test(`a copy of dist/ without its package.json, from ${cwd}: Node and the path`, () => {
    assert.equal(at("/home/ann/src/agent-usage/dist/daemon.js", cwd).words, words);
  });
}

const OTHER = "agent-usage-other";

for (const [file, words] of [
  ["/home/ann/.local/bin/agent-usage", OTHER],
  ["/opt/tools/agent-usage", `/opt/tools/${OTHER}`],
  ["/home/ann/src/dist/cli.js", "node src/dist/other/cli.js"],
] as const) {
  test(`the other program beside ${file}: ${words}`, () => {
    assert.equal(at(file, "/home/ann", OTHER).words, words);
  });
}

test("the daemon: an npm script in a checkout, otherwise the command run", async (t) => {
  const root = await temporaryFolder(t);
  await writeFile(join(root, "package.json"), "{}");
  const start = { file: join(root, "dist/daemon.js"), cwd: root, path: PATH };
  assert.equal(daemonCall("agent-usage", start), "npm start");
  assert.equal(daemonCall(OTHER, start), "npm run start:other");
  const installed = { file: "/home/ann/.local/bin/agent-usage", cwd: root, path: PATH };
  assert.equal(daemonCall(OTHER, installed), `${OTHER} run`);
});
