// The variables that the code names and those that the pages list are the same. The tables are generated
// (scripts/docs/words.ts); that the code reads no other variable is checked by the compiler (Env in src/base/edges.ts).
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ENVIRONMENT, VENDOR_ENVIRONMENT } from "../../scripts/docs/words.ts";
import { LIMITS_VARIABLE, loadConfig, VARIABLES } from "../../src/settings/index.ts";
import { readPage } from "../support/pages.ts";

const LISTED = [
  ...Object.values(VARIABLES),
  LIMITS_VARIABLE,
  ...Object.keys(ENVIRONMENT),
  ...VENDOR_ENVIRONMENT.map(([name]) => name),
];
const OWN = /\bAGENT_USAGE_[A-Z_]*[A-Z]\b/g;

/** The sources, except the list of variables itself. */
const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts") && path !== join("base", "edges.ts"))
  .map((path) => readFileSync(join("src", path), "utf8"))
  .join("\n");

test("every variable of this program that the code names is listed", () => {
  const named = new Set(sources.match(OWN));
  assert.deepEqual(
    [...named].filter((name) => !LISTED.includes(name)),
    [],
  );
});

test("every variable that is listed is one that the code names", () => {
  assert.deepEqual(
    LISTED.filter((name) => !new RegExp(`\\b${name}\\b`).test(sources)),
    [],
  );
});

test("the code reads the environment only as Env, which knows every variable", () => {
  assert.doesNotMatch(sources, /process\.env(?:\.|\[|\?)/);
});

test("the settings file on the page is valid", async () => {
  const [, example = ""] = /^```json\n([\s\S]*?)^```$/m.exec(readPage("docs/settings.md")) ?? [];
  const loaded = await loadConfig({ env: { HOME: "/home/me" }, readFile: async () => example });
  assert.equal(loaded.status, "ok", JSON.stringify(loaded));
});
