// The service runs a node that will not disappear (rule INSTALL-2).
import assert from "node:assert/strict";
import { realpathSync } from "node:fs";
import { chmod, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { isLasting, isLastingNode, lastingNode, runsAlone } from "../../src/service/install/lasting-path.ts";
import { temporaryFolder } from "../support/folder.ts";

const all = () => true;

for (const path of [
  "/tmp/x/node",
  "/var/tmp/x/node",
  join(tmpdir(), "x/node"),
  "/private/var/folders/ab/T/x/node",
  "/run/user/1000/fnm_multishells/1_2/bin/node",
  "/home/me/.local/state/fnm_multishells/1_2/bin/node",
  "/home/me/.npm/_npx/0f1e/node_modules/.bin/node",
  "/dev/shm/x/node",
  "/home/me/.bun/install/cache/agent-usage@0.1.0/dist/daemon.js",
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
  "/run/current-system/sw/bin/node",
]) {
  test(`${path} lasts`, () => assert.equal(isLastingNode(path), true));
}

for (const path of ["/home/me/project/node_modules/.bin/node", "/nix/store/0f1e-nodejs-22/bin/node"]) {
  test(`${path} does not last, for a node`, () => assert.equal(isLastingNode(path), false));
}

test("a daemon in a global node_modules folder lasts", () => {
  assert.equal(isLasting("/home/me/.local/lib/node_modules/agent-usage/dist/daemon.js"), true);
});

test("on NixOS the system's node is used, not the one in the store, which is removed with its version", () => {
  const PATH = "/nix/store/0f1e-nodejs-22/bin:/run/current-system/sw/bin";
  assert.equal(lastingNode({ PATH }, all), "/run/current-system/sw/bin/node");
});

test("the first lasting node on PATH is used", () => {
  const PATH = ["/run/user/1000/fnm_multishells/1_2/bin", "/opt/node/bin", "/usr/bin"].join(":");
  assert.equal(lastingNode({ PATH }, all), "/opt/node/bin/node");
});

test("a node that does not run is skipped", () => {
  const isNode = (path: string) => path === "/usr/bin/node";
  assert.equal(lastingNode({ PATH: "/opt/node/bin:/usr/bin" }, isNode), "/usr/bin/node");
});

test("a relative or empty folder on PATH is skipped", () => {
  assert.equal(lastingNode({ PATH: ".::bin:/usr/bin" }, all), "/usr/bin/node");
});

for (const [what, env] of [
  ["no PATH at all", {}],
  ["no lasting node on PATH", { PATH: "/tmp/a:/tmp/b" }],
] as const) {
  test(`with ${what}, the current node is used, by its real path`, () => {
    assert.equal(lastingNode(env, all), realpathSync(process.execPath));
  });
}

for (const [what, script, mode, isUsed] of [
  ["runs", "#!/bin/sh\nexit 0\n", 0o755, true],
  ["is not a program", "hello", 0o755, false],
  ["is not executable", "#!/bin/sh\nexit 0\n", 0o644, false],
  ["needs its shell's environment", '#!/bin/sh\ntest -n "$HOME"\n', 0o755, false],
  ["is too old", "#!/bin/sh\nexit 1\n", 0o755, false],
] as const) {
  test(`a node that ${what} is ${isUsed ? "used" : "skipped"}`, async (t) => {
    const node = join(await temporaryFolder(t), "node");
    await writeFile(node, script);
    await chmod(node, mode);
    assert.equal(runsAlone(node), isUsed);
  });
}
