// The samples of `status` and `report` on the pages are those of the code, and fit a terminal of 80 columns.
import assert from "node:assert/strict";
import { test } from "node:test";
import { pages, readPage } from "../support/pages.ts";
import { SAMPLES } from "../support/samples.ts";
import { widest } from "../support/screens.ts";

const PAGES = pages().map(readPage).join("\n");
/** Each sample on the pages: the command and its output. */
const SHOWN = [...PAGES.matchAll(/^```\n\$ (.+)\n([\s\S]*?)^```$/gm)].map(
  ([, command = "", printed = ""]): [string, string] => [command, printed],
);

test("the samples on the pages are those that the code prints, and there are no others", () => {
  assert.deepEqual(Object.fromEntries(SHOWN), SAMPLES);
});

for (const [command, printed] of SHOWN) {
  test(`the sample of ${command} fits 80 columns`, () => {
    assert.ok(widest(printed) <= 80, printed);
  });
}
