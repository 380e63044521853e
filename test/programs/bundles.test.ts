// The two built programs: each belongs to one vendor and is complete (rules VENDOR-4, VENDOR-5, BUILD-1).
import assert from "node:assert/strict";
import { cp, mkdir, readdir, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { VERSION } from "../../src/base/version.ts";
import { temporaryFolder } from "../support/folder.ts";
import { CLI, DIST, runProgram, startProgram } from "../support/program.ts";

const OTHER = join(DIST, "claude-code");
const BUNDLES = ["cli.js", "cli-main.js", "daemon.js", "index.js"];
/** `cli.js` only prints the version or loads `cli-main.js`. */
const WITH_URL = BUNDLES.slice(1);

for (const [folder, own, other] of [
  [DIST, "https://api.agent.example/", "api.anthropic.com"],
  [OTHER, "https://api.anthropic.com/", "api.agent.example"],
] as const) {
  for (const bundle of WITH_URL) {
    const name = folder === DIST ? `dist/${bundle}` : `dist/claude-code/${bundle}`;
    test(`${name} contains its own vendor's URL and not the other's`, async () => {
      const text = await readFile(join(folder, bundle), "utf8");
      assert.ok(text.includes(own));
      assert.ok(!text.includes(other));
    });
  }
}

test("each program has its own state folder", async (t) => {
  const stateHome = await temporaryFolder(t);
  for (const file of [CLI, join(OTHER, "cli.js")]) {
    const { code } = await runProgram(t, file, ["beat"], { env: { XDG_STATE_HOME: stateHome } });
    assert.equal(code, 0);
  }
  const names = (await readdir(stateHome)).sort();
  assert.deepEqual(names, ["agent-usage", "agent-usage-claude-code"]);
  const programs = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(stateHome, name, "state.json"), "utf8");
      return (JSON.parse(text) as { program: string }).program;
    }),
  );
  assert.deepEqual(programs, names);
});

test("neither program accepts the other's state", async (t) => {
  const stateDir = await temporaryFolder(t);
  const env = { AGENT_USAGE_STATE_DIR: stateDir };
  assert.equal((await runProgram(t, CLI, ["beat"], { env })).code, 0);
  assert.equal((await runProgram(t, join(OTHER, "cli.js"), ["beat"], { env })).code, 1);
});

test("the other program uses its own name", async (t) => {
  const { stdout } = await runProgram(t, join(OTHER, "cli.js"), ["--help"]);
  assert.match(stdout, /^Usage: agent-usage-claude-code /m);
});

/** The bundles as installed: beside their package.json, without node_modules in any parent folder. */
async function copyBundles(t: TestContext): Promise<string> {
  const folder = join(await temporaryFolder(t), "dist");
  await mkdir(folder);
  for (const part of ["", "claude-code"]) {
    for (const bundle of BUNDLES) await cp(join(DIST, part, bundle), join(folder, part, bundle));
  }
  await cp(join(DIST, "..", "package.json"), join(folder, "..", "package.json"));
  return folder;
}

for (const part of ["", "claude-code"]) {
  const name = part === "" ? "dist" : `dist/${part}`;

  test(`${name}/cli.js runs without node_modules`, async (t) => {
    const cli = join(await copyBundles(t), part, "cli.js");
    const { code, stderr } = await runProgram(t, cli, ["--version"]);
    assert.deepEqual([code, stderr], [0, ""]);
    assert.equal((await runProgram(t, cli, ["beat"])).code, 0);
  });

  test(`${name}/cli.js prints its version without loading the program`, async (t) => {
    const cli = join(await copyBundles(t), part, "cli.js");
    await rm(join(dirname(cli), "cli-main.js"));
    for (const flag of ["--version", "-V"]) {
      const { code, stdout } = await runProgram(t, cli, [flag]);
      assert.deepEqual([code, stdout], [0, `${VERSION}\n`]);
    }
  });

  test(`${name}/daemon.js runs without node_modules`, async (t) => {
    const daemon = await startProgram(t, join(await copyBundles(t), part, "daemon.js"));
    await daemon.waitForLine(/refresh done/);
    daemon.child.kill("SIGTERM");
    assert.equal((await daemon.ended).code, 0);
  });

  test(`${name}/index.js can be imported without node_modules`, async (t) => {
    const index = join(await copyBundles(t), part, "index.js");
    const code = `import(${JSON.stringify(index)}).then(({ USAGE_URL }) => console.log(USAGE_URL))`;
    const { stdout, stderr } = await runProgram(t, "--eval", [code]);
    assert.equal(stderr, "");
    assert.match(stdout, /\/api\/oauth\/usage\n$/);
  });
}
