import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, sep } from "node:path";
import { test } from "node:test";

/** The source trees of the repository's packages. */
const TREES = ["src", "collector/src"];

/** The floors, lowest first. Imports go down, or stay within a folder. */
const FLOORS = [
  ["base", "vendor"],
  ["contract", "text", "settings", "limits-failures.ts"],
  ["failures", "prices", "forecast"],
  ["alert"],
  ["cli", "report", "usage", "limits", "state", "push"],
  ["beat", "statusline"],
  ["service"],
  ["commands"],
  [
    "daemon.ts",
    "cli-main.ts",
    "cli-short.ts",
    "schemas.ts",
    "statusline-main.ts",
    "index.ts",
    "scan-worker.ts",
  ],
  ["bin.ts"],
];
/** What the collector shares with the agent: nothing here may import a vendor's names. */
const SHARED = [
  "src/base/",
  "src/contract/",
  "src/text/",
  "src/cli/",
  "src/report/",
  "src/prices/",
  "src/forecast/",
  "collector/",
];
const VENDOR = "src/vendor/agent.ts";

const IMPORT = /^(?:import|export)\b[^;]*?from "([^"]+)";|^import "([^"]+)";|\bimport\("([^"]+)"\)/gm;

interface Import {
  readonly from: string;
  readonly to: string;
}

const slashes = (path: string) => path.split(sep).join("/");

function sources(): string[] {
  return TREES.filter((tree) => existsSync(tree)).flatMap((tree) => {
    const paths = readdirSync(tree, { recursive: true, encoding: "utf8" });
    return paths.filter((path) => path.endsWith(".ts")).map((path) => slashes(join(tree, path)));
  });
}

function importsOf(path: string): Import[] {
  const text = readFileSync(path, "utf8");
  return [...text.matchAll(IMPORT)].flatMap(([, named, bare, late]) => {
    const target = named ?? bare ?? late ?? "";
    if (target === "#vendor") return [{ from: path, to: VENDOR }];
    if (!target.startsWith(".")) return [];
    return [{ from: path, to: slashes(normalize(join(dirname(path), target))).replace(/\.js$/, ".ts") }];
  });
}

const allImports = () => sources().flatMap(importsOf);

/** The collector is above everything it may share. */
function floorOf(path: string): number {
  if (path.startsWith("collector/")) return FLOORS.length;
  const part = path.split("/")[1] ?? "";
  const floor = FLOORS.findIndex((parts) => parts.includes(part));
  assert.notEqual(floor, -1, `${path} is on no floor`);
  return floor;
}

function goesDown({ from, to }: Import): boolean {
  const [upper, lower] = [floorOf(from), floorOf(to)];
  if (upper !== lower) return lower < upper;
  return from.split("/")[1] === to.split("/")[1] || upper === FLOORS.length;
}

/** The folders that an import enters: those around its target that do not contain the importing file. */
function enteredFolders({ from, to }: Import): string[] {
  const folders: string[] = [];
  for (let folder = dirname(to); folder !== "." && !from.startsWith(`${folder}/`); folder = dirname(folder)) {
    folders.push(folder);
  }
  return folders;
}

/** Whether an import bypasses the door of a folder that it enters: its `index.ts`, or a command's `command.ts`. */
function bypassesDoor(line: Import, isThere: (path: string) => boolean = existsSync): boolean {
  return enteredFolders(line).some((folder) => {
    const door = ["index.ts", "command.ts"].map((name) => `${folder}/${name}`).find(isThere);
    return door !== undefined && folder !== "src" && line.to !== door;
  });
}

test("every import goes down or stays in its folder", () => {
  const all = allImports();
  assert.ok(all.length > 100, "no imports found");
  const wrong = all.filter((line) => !goesDown(line)).map(({ from, to }) => `${from} -> ${to}`);
  assert.deepEqual(wrong, []);
});

test("an import that goes up or sideways is detected", () => {
  assert.equal(goesDown({ from: "src/usage/scan.ts", to: "src/state/index.ts" }), false);
  assert.equal(goesDown({ from: "src/base/strings.ts", to: "src/contract/index.ts" }), false);
  assert.equal(goesDown({ from: "src/state/disk/open.ts", to: "src/base/json.ts" }), true);
});

test("imports enter a folder through its door", () => {
  const wrong = allImports()
    .filter((line) => bypassesDoor(line))
    .map(({ from, to }) => `${from} -> ${to}`);
  assert.deepEqual(wrong, []);
});

test("an import that bypasses a door is detected", () => {
  const doors = ["src/state/index.ts", "src/service/install/index.ts", "src/commands/doctor/command.ts"];
  const bypasses = (from: string, to: string) => bypassesDoor({ from, to }, (path) => doors.includes(path));
  assert.equal(bypasses("src/beat/beat.ts", "src/state/lock/take-lock.ts"), true);
  assert.equal(bypasses("src/beat/beat.ts", "src/state/index.ts"), false);
  assert.equal(bypasses("src/state/disk/open.ts", "src/state/law/days.ts"), false);
  assert.equal(bypasses("src/commands/run.ts", "src/service/install/plan.ts"), true);
  assert.equal(bypasses("src/commands/table.ts", "src/commands/doctor/examine.ts"), true);
});

test("every folder with one concern has a door", () => {
  for (const folder of [
    "contract",
    "settings",
    "prices",
    "forecast",
    "failures",
    "alert",
    "cli",
    "report",
    "usage",
    "limits",
    "state",
    "push",
    "beat",
    "statusline",
  ]) {
    assert.ok(existsSync(`src/${folder}/index.ts`), folder);
  }
  for (const folder of ["daemon", "install"]) assert.ok(existsSync(`src/service/${folder}/index.ts`), folder);
});

test("no imports form a circle", () => {
  const targets = new Map(sources().map((path) => [path, importsOf(path).map(({ to }) => to)]));
  const done = new Set<string>();
  const visit = (path: string, trail: readonly string[]): void => {
    assert.ok(!trail.includes(path), `circle: ${[...trail, path].join(" -> ")}`);
    if (done.has(path)) return;
    for (const target of targets.get(path) ?? []) visit(target, [...trail, path]);
    done.add(path);
  };
  for (const path of targets.keys()) visit(path, []);
});

test("nothing that the collector shares imports a vendor's names, directly or indirectly", () => {
  const targets = new Map(sources().map((path) => [path, importsOf(path).map(({ to }) => to)]));
  const reached = (path: string, seen = new Set<string>()): Set<string> => {
    for (const target of targets.get(path) ?? []) {
      if (seen.has(target)) continue;
      seen.add(target);
      reached(target, seen);
    }
    return seen;
  };
  const shared = [...targets.keys()].filter((path) => SHARED.some((place) => path.startsWith(place)));
  assert.ok(shared.length > 20, "no shared files found");
  assert.deepEqual(
    shared.filter((path) => reached(path).has(VENDOR)),
    [],
  );
});

/** Where a vendor may be named. The names of models in the table of prices are data, as they are in a transcript. */
const NAMING = ["src/vendor/", "src/prices/"];

test("only the vendor's module and the prices contain the vendor's names", () => {
  const brand = /claude|anthropic|\.agent\b|agentAiOauth|vendor-beta|agent-code|api\.agent/i;
  const elsewhere = sources()
    .filter((path) => !NAMING.some((place) => path.startsWith(place)))
    .filter((path) => brand.test(readFileSync(path, "utf8").replaceAll("claudeCodeVersion", "")));
  assert.deepEqual(elsewhere, []);
});
