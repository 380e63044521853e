// The generated parts of the pages: each is on a page, and a damaged marker is noticed. That they are up to date is
// checked in test/house/generated.test.ts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { fillPage, partsOf } from "../../scripts/docs/page.ts";
import { docsParts } from "../../scripts/docs/parts.ts";
import { pages, readPage } from "../support/pages.ts";

const PAGE = "Before.\n\n<!-- generated:a -->\nold\n<!-- /generated -->\n\nAfter.\n";

test("every generated part is on a page", () => {
  const used = pages().flatMap((path) => partsOf(readPage(path)));
  assert.deepEqual([...new Set(used)].sort(), Object.keys(docsParts()).sort());
});

test("only what is between the markers changes", () => {
  assert.equal(fillPage(PAGE, { a: "new\n" }), PAGE.replace("old", "new"));
});

test("a part that nothing generates is an error", () => {
  assert.throws(() => fillPage(PAGE, { b: "new\n" }), /"a"/);
});

test("a marker without its partner is an error", () => {
  assert.throws(() => fillPage(PAGE.replace("<!-- /generated -->", ""), { a: "new\n" }), /partner/);
  assert.throws(() => fillPage(`${PAGE}<!-- /generated -->\n`, { a: "new\n" }), /partner/);
});
