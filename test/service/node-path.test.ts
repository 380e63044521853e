// Which node the service runs: one that will still be there tomorrow (design: install).
import assert from "node:assert/strict";
import { existsSync, realpathSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { isLasting, lastingNode } from "../../src/service/install/node-path.ts";

const all = () => true;

for (const path of [
  "/tmp/x/node",
  "/var/tmp/x/node",
  join(tmpdir(), "x/node"),
  "/private/var/folders/ab/T/x/node",
  "/run/user/1000/fnm_multishells/1_2/bin/node",
  "/home/me/.local/state/fnm_multishells/1_2/bin/node",
  "/home/me/.npm/_npx/0f1e/node_modules/.bin/node",
  "/home/me/project/node_modules/.bin/node",
]) {
  test(`${path.replace(tmpdir(), "the temporary folder")} does not last`, () =>
    assert.equal(isLasting(path), false));
}

for (const path of [
  "/usr/bin/node",
  "/usr/local/bin/node",
  "/opt/homebrew/bin/node",
  "/home/me/.volta/bin/node",
  "/home/me/.nvm/versions/node/v24.1.0/bin/node",
  "/home/me/.local/share/mise/shims/node",
  "/home/tmp/bin/node",
]) {
  test(`${path} lasts`, () => assert.equal(isLasting(path), true));
}

test("the first lasting node on PATH is taken", () => {
  const PATH = ["/run/user/1000/fnm_multishells/1_2/bin", "/opt/node/bin", "/usr/bin"].join(":");
  assert.equal(lastingNode({ PATH }, all), "/opt/node/bin/node");
});

test("one that does not run is passed over", () => {
  const isNode = (path: string) => path === "/usr/bin/node";
  assert.equal(lastingNode({ PATH: "/opt/node/bin:/usr/bin" }, isNode), "/usr/bin/node");
});

test("a relative or empty folder on PATH is passed over", () => {
  assert.equal(lastingNode({ PATH: ".::bin:/usr/bin" }, all), "/usr/bin/node");
});

for (const [what, env] of [
  ["no PATH at all", {}],
  ["no lasting node on PATH", { PATH: "/tmp/a:/tmp/b" }],
] as const) {
  test(`with ${what} it is this very node, by its real path`, () => {
    assert.equal(lastingNode(env, all), realpathSync(process.execPath));
  });
}

/** A place for tests whose path counts as lasting, where there is one. */
const LASTING = "/dev/shm";
const skip = existsSync(LASTING) ? false : `${LASTING} is not here`;

/** A folder that lasts, with a program called node. */
async function folderWithNode(t: TestContext, script: string, mode: number): Promise<string> {
  const folder = await mkdtemp(join(LASTING, "agent-usage-test-"));
  t.after(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, "node"), script);
  await chmod(join(folder, "node"), mode);
  return folder;
}

for (const [what, script, mode, isTaken] of [
  ["runs", "#!/bin/sh\nexit 0\n", 0o755, true],
  ["is no program", "hello", 0o755, false],
  ["may not be run", "#!/bin/sh\nexit 0\n", 0o644, false],
  ["needs its shell's environment", '#!/bin/sh\ntest -n "$HOME"\n', 0o755, false],
  ["is too old", "#!/bin/sh\nexit 1\n", 0o755, false],
] as const) {
  test(`a node that ${what} is ${isTaken ? "taken" : "passed over"}`, { skip }, async (t) => {
    const folder = await folderWithNode(t, script, mode);
    const expected = isTaken ? join(folder, "node") : realpathSync(process.execPath);
    assert.equal(lastingNode({ PATH: folder }), expected);
  });
}
