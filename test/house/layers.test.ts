import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, sep } from "node:path";
import { test } from "node:test";

/** The floors of the house, lowest first: imports go down, or stay within a folder. */
const FLOORS = [
  ["base", "vendor"],
  ["contract.ts"],
  ["usage", "limits", "state", "push"],
  ["beat.ts", "beat-log.ts", "outcome-log.ts", "snapshot.ts"],
  ["commands", "service"],
  ["daemon.ts", "cli-main.ts", "index.ts"],
  ["cli.ts"],
];
/** On these floors all parts are one: they may use each other. */
const OPEN_FLOORS = new Set([0, 3, 4]);

const IMPORT = /^(?:import|export)\b[^;]*?from "([^"]+)";|^import "([^"]+)";|\bimport\("([^"]+)"\)/gm;

interface Import {
  readonly from: string;
  readonly to: string;
}

function sources(): string[] {
  const paths = readdirSync("src", { recursive: true, encoding: "utf8" });
  return paths.filter((path) => path.endsWith(".ts")).map((path) => path.split(sep).join("/"));
}

function importsOf(path: string): Import[] {
  const text = readFileSync(join("src", path), "utf8");
  return [...text.matchAll(IMPORT)].flatMap(([, named, bare, late]) => {
    const target = named ?? bare ?? late ?? "";
    if (target === "#vendor") return [{ from: path, to: "vendor/agent.ts" }];
    if (!target.startsWith(".")) return [];
    return [
      {
        from: path,
        to: normalize(join(dirname(path), target))
          .split(sep)
          .join("/")
          .replace(/\.js$/, ".ts"),
      },
    ];
  });
}

function floorOf(path: string): number {
  const part = path.split("/")[0] ?? "";
  const floor = FLOORS.findIndex((parts) => parts.includes(part));
  assert.notEqual(floor, -1, `${path} stands on no floor`);
  return floor;
}

function isAllowed({ from, to }: Import): boolean {
  const [upper, lower] = [floorOf(from), floorOf(to)];
  if (upper !== lower) return lower < upper;
  return from.split("/")[0] === to.split("/")[0] || OPEN_FLOORS.has(upper);
}

test("every import goes down, or stays in its folder", () => {
  const all = sources().flatMap(importsOf);
  assert.ok(all.length > 100, "the imports were not found");
  const wrong = all.filter((line) => !isAllowed(line)).map(({ from, to }) => `${from} -> ${to}`);
  assert.deepEqual(wrong, []);
});

test("an import that goes up or sideways is noticed", () => {
  assert.equal(isAllowed({ from: "usage/scan.ts", to: "state/open.ts" }), false);
  assert.equal(isAllowed({ from: "base/text.ts", to: "contract.ts" }), false);
  assert.equal(isAllowed({ from: "state/open.ts", to: "base/json.ts" }), true);
});

test("no imports run in a circle", () => {
  const targets = new Map(sources().map((path) => [path, importsOf(path).map(({ to }) => to)]));
  const done = new Set<string>();
  const visit = (path: string, way: readonly string[]): void => {
    assert.ok(!way.includes(path), `circle: ${[...way, path].join(" -> ")}`);
    if (done.has(path)) return;
    for (const target of targets.get(path) ?? []) visit(target, [...way, path]);
    done.add(path);
  };
  for (const path of targets.keys()) visit(path, []);
});

test("the vendor's names stand in the vendor's module alone", () => {
  const brand = /claude|anthropic|\.agent\b|agentAiOauth|vendor-beta|agent-code|api\.agent/i;
  const elsewhere = sources()
    .filter((path) => !path.startsWith("vendor/"))
    .filter((path) =>
      brand.test(readFileSync(join("src", path), "utf8").replaceAll("claudeCodeVersion", "")),
    );
  assert.deepEqual(elsewhere, []);
});
