// The page on the push contract, what SECURITY.md lists of the body, and the published JSON Schema are equal both ways.
import assert from "node:assert/strict";
import { test } from "node:test";
import { DETAILS } from "../../src/limits/fetch.ts";
import { contractFields } from "../support/contract-fields.ts";
import { readPage, rows, section, spans } from "../support/pages.ts";

const FIELDS = rows(section(readPage("docs/contract.md"), "The fields"));

test("the page on the contract lists every field with its shape, in the schema's order, and no others", () => {
  assert.deepEqual(
    FIELDS.map(([field = "", shape]) => `${field.replaceAll("`", "")}: ${shape}`),
    contractFields().map(({ path, shape }) => `${path}: ${shape}`),
  );
});

test("every field has a meaning", () => {
  for (const [field, , meaning] of FIELDS) assert.notEqual(meaning ?? "", "", field);
});

test("the page's details are those of the fixed list", () => {
  const row = FIELDS.find(([field]) => field === "`limits.detail`");
  assert.deepEqual(spans(row?.[2] ?? ""), [...DETAILS, "http_<status>"]);
});

test("SECURITY.md lists every field of the body that has a value, and no others", () => {
  const table = rows(section(readPage("SECURITY.md"), "The body of the push"));
  const listed = table.flatMap(([fields = "", what = ""]) =>
    spans(fields).flatMap((path) =>
      path.endsWith("[]") ? spans(what).map((name) => `${path}.${name}`) : path,
    ),
  );
  const leaves = contractFields().filter(({ isLeaf }) => isLeaf);
  assert.deepEqual(listed.sort(), leaves.map(({ path }) => path).sort());
});
