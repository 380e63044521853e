// The packed tarball contains what a user needs and nothing else, and installs without a network.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";
import { agentProgram } from "../../src/commands/table.ts";

const run = promisify(execFile);

let folder = "";
let names: string[] = [];
/** The installed package. */
let home = "";

before(async () => {
  folder = await mkdtemp(join(tmpdir(), "agent-usage-test-"));
  const cache = ["--cache", join(folder, "cache")];
  await run("npm", ["pack", "--ignore-scripts", ...cache, "--pack-destination", folder]);
  const tarball = join(folder, (await readdir(folder)).find((name) => name.endsWith(".tgz")) ?? "");
  const { stdout } = await run("tar", ["-tzf", tarball]);
  names = stdout
    .trimEnd()
    .split("\n")
    .map((name) => name.replace(/^package\//, ""));
  const prefix = join(folder, "prefix");
  const flags = ["--global", "--prefix", prefix, "--offline", "--ignore-scripts", "--omit=dev"];
  await run("npm", ["install", ...flags, ...cache, "--no-audit", "--no-fund", tarball]);
  home = join(prefix, "lib/node_modules/agent-usage");
});
after(() => rm(folder, { recursive: true, force: true }));

/** What the tarball may contain; at least one file must match each pattern. */
const WANTED = [
  /^(?:package\.json|README\.md|LICENSE|CHANGELOG\.md|SECURITY\.md)$/,
  /^docs\/[a-z-]+\.md$/,
  /^contract\/snapshot\.v1\.schema\.json$/,
  /^dist\/(?:claude-code\/)?(?:cli|cli-main|cli-short|schemas|statusline-main|daemon|index|scan-worker|usage)\.js$/,
  /^dist\/(?:claude-code\/)?package\.json$/,
  /^dist\/(?:claude-code\/)?index\.d\.ts$/,
  /^dist\/types\/[\w/-]+\.d\.ts$/,
  /^dist\/THIRD-PARTY-LICENSES\.txt$/,
  /^systemd\/[\w.-]+\.service(?:\.d\/sandbox\.conf)?$/,
  /^launchd\/[\w.-]+\.plist$/,
];

test("the tarball contains nothing a user does not need", () => {
  assert.deepEqual(
    names.filter((name) => !WANTED.some((pattern) => pattern.test(name))),
    [],
  );
});

test("the tarball contains everything a user needs", () => {
  for (const pattern of WANTED)
    assert.ok(
      names.some((name) => pattern.test(name)),
      String(pattern),
    );
});

test("the tarball installs without a network and without other packages", async () => {
  assert.ok((await readdir(home)).includes("dist"));
  assert.ok(!(await readdir(home)).includes("node_modules"));
});

for (const program of ["agent-usage", "agent-usage-claude-code"]) {
  test(`${program}: every command of the installed package prints its help`, async () => {
    for (const command of Object.keys(agentProgram("daemon.js").commands)) {
      const { stdout, stderr } = await run(join(folder, "prefix/bin", program), [command, "--help"]);
      assert.equal(stderr, "");
      assert.ok(stdout.startsWith(`Usage: ${program} ${command} `) && /^Examples:$/m.test(stdout), command);
    }
  });
}

test("every bundled package comes with its license", async () => {
  const text = await readFile(join(home, "dist/THIRD-PARTY-LICENSES.txt"), "utf8");
  for (const name of ["croner", "pino", "proper-lockfile", "signal-exit", "zod", "assemblyscript"])
    assert.match(text, new RegExp(`^${name} \\d+\\.\\d+\\.\\d+ \\(.+\\)$`, "m"), name);
  assert.match(text, /Permission is hereby granted/);
  assert.match(text, /Apache License/);
});

test("no licenses of build tools are included", async () => {
  const text = await readFile(join(home, "dist/THIRD-PARTY-LICENSES.txt"), "utf8");
  for (const name of ["esbuild", "typescript", "fast-check", "tsx"])
    assert.doesNotMatch(text, new RegExp(`^${name} \\d`, "m"), name);
});
