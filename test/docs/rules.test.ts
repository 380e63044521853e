// docs/rules.md and the code agree: every rule that is named exists, and every rule names the tests that enforce it.
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { readPage, rows, spans } from "../support/pages.ts";

const FOLDERS = ["src", "test", "scripts", "bench", "collector"];
const ID = /^[A-Z]+-\d+$/;
/** A name like a rule's id, with the word before it. */
const NAMED = /(\b[Rr]ules? )?\b([A-Z]+)-\d+\b/g;
/** A reference to the documents that the rules were taken from, which are not in the repository. */
const ELSEWHERE = /(?:\(|[;,] |^\/\/ )(?:spec|design)(?:ification)?: .*$/gm;

const RULES = rows(readPage("docs/rules.md")).map(([id = "", , tests = ""]) => ({ id, tests: spans(tests) }));
const IDS = RULES.map(({ id }) => id);
const GROUPS = new Set(IDS.map((id) => id.replace(/-\d+$/, "")));

/** Every file of code and tests. */
function sources(): { path: string; text: string }[] {
  return FOLDERS.filter((folder) => existsSync(folder)).flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .map((name) => join(folder, name))
      .filter((path) => /\.(?:[cm]?[jt]s|sh)$/.test(path) && !/\/(?:node_modules|dist)\//.test(path))
      .map((path) => ({ path, text: readFileSync(path, "utf8") })),
  );
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([match]) => match);
}

test("every rule has a unique id", () => {
  for (const id of IDS) assert.match(id, ID);
  assert.deepEqual(
    IDS.filter((id, index) => IDS.indexOf(id) !== index),
    [],
  );
});

test("every rule names the tests that enforce it, and they exist", () => {
  for (const { id, tests } of RULES) {
    assert.ok(tests.length > 0, `${id} has no test`);
    for (const path of tests) {
      assert.match(path, /^(?:collector\/)?test\/.+\.test\.ts$/, id);
      assert.ok(existsSync(path), `${id}: ${path}`);
    }
  }
});

test("every rule that the code names is on the page", () => {
  const unknown = sources().flatMap(({ path, text }) =>
    [...text.matchAll(NAMED)]
      .filter(([, word, group = ""]) => word !== undefined || GROUPS.has(group))
      .map(([name]) => name.replace(/^.* /, ""))
      .filter((id) => !IDS.includes(id))
      .map((id) => `${path}: ${id}`),
  );
  assert.deepEqual(unknown, []);
});

test("the code refers to no document that is not in the repository", () => {
  const found = sources().flatMap(({ path, text }) =>
    matches(text, ELSEWHERE).map((reference) => `${path}: ${reference}`),
  );
  assert.deepEqual(found, []);
});
