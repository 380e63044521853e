import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdir, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { type TestContext, test } from "node:test";
import { promisify } from "node:util";
import { temporaryFolder } from "../support/folder.ts";

const run = promisify(execFile);
const require = createRequire(import.meta.url);
const TSC = join(dirname(require.resolve("typescript/package.json")), "bin/tsc");

const CONSUMER = `
import * as agent from "agent-usage";
import * as other from "agent-usage/claude-code";
const limits: agent.LimitsResult = await agent.fetchLimits({ env: {}, claudeCodeVersion: null, now: 0, timeoutMs: 1 });
const items: agent.Item[] = other.parseUsage({ limits: [] });
const scan: agent.ScanResult = await agent.scanUsage({ roots: [], since: "2026-01-01", now: 0 });
const scanner: agent.Scanner = agent.createScanner({ roots: [] });
const opened: agent.OpenedState = await agent.openState({ dir: "x", now: 0 });
if (opened.status === "ok") {
  const saved: agent.SaveResult = await opened.save(opened.state);
  const machine: agent.Machine = { id: "x", label: "x", os: "linux" };
  const snapshot: agent.Snapshot = agent.buildSnapshot({ state: opened.state, limits, machine, readErrors: 0, now: 0 });
  const parsed: agent.Snapshot = agent.snapshotSchema.parse(snapshot);
  const pushed: agent.PushResult = await agent.pushSnapshot({ baseUrl: "x", snapshot: parsed, token: "x", fetch, timeoutMs: 1 });
  console.log(saved.status, pushed.status);
}
const beat: agent.BeatResult = await agent.runBeat({ config: { stateDir: "x" }, now: () => 0, scanner, fetch });
const name: string = agent.DETAILS[0] + agent.USAGE_URL + agent.OAUTH_BETA + agent.defaultCredentialsPath("x") + agent.torontoDay(0);
const timeout: number = agent.LIMITS_TIMEOUT_MS;
console.log(items, scan.nextState.freeze, beat.status, name, timeout);
`;

/** A project with the package installed from the packed tarball, and the one dependency that its types need. */
async function consumer(t: TestContext): Promise<string> {
  const folder = await temporaryFolder(t);
  const cache = join(folder, "cache");
  await run("npm", ["pack", "--ignore-scripts", "--cache", cache, "--pack-destination", folder]);
  const tarball = (await readdir(folder)).find((name) => name.endsWith(".tgz"));
  assert.ok(tarball !== undefined, "npm pack wrote no tarball");
  const modules = join(folder, "node_modules");
  await mkdir(modules);
  await run("tar", ["-xzf", join(folder, tarball), "-C", folder]);
  await cp(join(folder, "package"), join(modules, "agent-usage"), { recursive: true });
  await symlink(resolve("node_modules/zod"), join(modules, "zod"));
  await writeFile(join(folder, "package.json"), '{"type":"module","private":true}');
  await writeFile(join(folder, "index.ts"), CONSUMER);
  return folder;
}

async function compile(folder: string, compilerOptions: object): Promise<string> {
  const config = {
    compilerOptions: {
      strict: true,
      skipLibCheck: false,
      module: "nodenext",
      target: "es2022",
      noEmit: true,
      ...compilerOptions,
    },
    files: ["index.ts"],
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));
  const compiled = run(process.execPath, [TSC, "--project", folder], { cwd: folder });
  return compiled.then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
}

test("a project that uses the tarball compiles with skipLibCheck off and only the browser's types", async (t) => {
  assert.equal(await compile(await consumer(t), { types: [] }), "");
});

test("a project that uses the tarball compiles with only Node's types", async (t) => {
  const folder = await consumer(t);
  await mkdir(join(folder, "node_modules/@types"));
  await symlink(resolve("node_modules/@types/node"), join(folder, "node_modules/@types/node"));
  assert.equal(await compile(folder, { types: ["node"], lib: ["es2023"] }), "");
});

test("wrong use of the packed types is a compile error", async (t) => {
  const folder = await consumer(t);
  await writeFile(join(folder, "index.ts"), 'import { torontoDay } from "agent-usage"; torontoDay("x");');
  assert.match(await compile(folder, { types: [] }), /TS2345/);
});

test("no type declaration names the vendor's module or a source file", async () => {
  const names = await readdir("dist", { recursive: true });
  const declarations = names.filter((name) => name.endsWith(".d.ts"));
  assert.ok(declarations.length > 2, "no type declarations found");
  for (const name of declarations) {
    assert.doesNotMatch(await readFile(join("dist", name), "utf8"), /#vendor|\.ts";/, name);
  }
});

test("both builds export what rule LIBRARY-1 lists", async () => {
  const names =
    "DETAILS LIMITS_TIMEOUT_MS OAUTH_BETA USAGE_URL buildSnapshot createScanner defaultCredentialsPath fetchLimits " +
    "openState parseUsage pushSnapshot runBeat scanUsage snapshotSchema torontoDay";
  for (const path of ["dist/index.js", "dist/claude-code/index.js"]) {
    const library = (await import(resolve(path))) as Record<string, unknown>;
    assert.deepEqual(Object.keys(library).sort(), names.split(" "), path);
  }
});
