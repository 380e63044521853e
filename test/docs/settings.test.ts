// The tables of settings and variables, and what the code reads, are equal both ways.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { LOG_LEVELS } from "../../src/base/log/levels.ts";
import { LIMITS_VARIABLE } from "../../src/limits/switch.ts";
import { COPIED } from "../../src/service/install/environment.ts";
import { VARIABLES } from "../../src/settings/schema.ts";
import { readPage, rows, section, spans } from "../support/pages.ts";

const PAGE = readPage("docs/settings.md");
const SETTINGS = ["Settings", "Environment variables"].flatMap((heading) => rows(section(PAGE, heading)));
const isSetting = ([variable = "", , ...rest]: string[]) =>
  /^`AGENT_USAGE_\w+`$/.test(variable) && rest.length === 1;

test("the table of settings has every setting with its variable and its key, and no other", () => {
  const known = Object.entries(VARIABLES).map(([key, variable]) => `${variable} ${key}`);
  const listed = SETTINGS.filter(isSetting).map(([variable = "", key = ""]) =>
    `${variable} ${key}`.replaceAll("`", ""),
  );
  assert.deepEqual(listed.sort(), [...known, `${LIMITS_VARIABLE} -`].sort());
});

test("the log levels in it are those that are taken", () => {
  const row = SETTINGS.find(([variable]) => variable === `\`${VARIABLES.logLevel}\``);
  assert.deepEqual(spans(row?.[2] ?? ""), [...LOG_LEVELS]);
});

/** Every variable that the code names: as a text, as a field of an environment, or taken out of one. */
function variablesInCode(): string[] {
  const paths = readdirSync("src", { recursive: true, encoding: "utf8" });
  const names = paths
    .filter((path) => path.endsWith(".ts"))
    .flatMap((path) => {
      const text = readFileSync(join("src", path), "utf8");
      const [texts, fields] = [/"([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)"/g, /\benv\["(\w+)"\]/g];
      const taken = [...text.matchAll(/\{([A-Z_, ]+)\} = env\b/g)].flatMap(([, list = ""]) =>
        list.split(","),
      );
      return [texts, fields].flatMap((pattern) =>
        [...text.matchAll(pattern)].map(([, name = ""]) => name).concat(taken.map((name) => name.trim())),
      );
    });
  return [...new Set([...names, ...COPIED])].sort();
}

test("every environment variable that the code names is in the tables, and no other", () => {
  const isVariable = (span: string) => /^(?:[A-Z]\w*|https_proxy|no_proxy)$/.test(span);
  const listed = SETTINGS.flatMap(([names = ""]) => spans(names)).filter(isVariable);
  assert.deepEqual([...new Set(listed)].sort(), variablesInCode());
});

test("what install copies into the service is what the page on the service says", () => {
  const text = section(readPage("docs/service.md"), "Environment");
  const [sentence = ""] = /`install` copies these[^:]*: ([\s\S]*?)\.\n/.exec(text)?.slice(1) ?? [];
  // CLAUDE_CONFIG_DIR is of the other vendor's program.
  assert.deepEqual(spans(sentence).sort(), [...new Set([...COPIED, "CLAUDE_CONFIG_DIR"])].sort());
});
