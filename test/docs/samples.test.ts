// What the README shows of `status` and `report` is what a terminal of 80 columns shows.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readPage } from "../support/pages.ts";
import { SAMPLES } from "../support/samples.ts";
import { widest } from "../support/screens.ts";

const README = readPage("README.md");
/** Each sample in the README: the command, and what it printed. */
const SHOWN = [...README.matchAll(/^```\n\$ (.+)\n([\s\S]*?)^```$/gm)].map(
  ([, command = "", printed = ""]): [string, string] => [command, printed],
);

test("the README's samples are those of the code, and no other", () => {
  assert.deepEqual(Object.fromEntries(SHOWN), SAMPLES);
});

for (const [command, printed] of SHOWN) {
  test(`the README's sample of ${command} fits 80 columns`, () => {
    assert.ok(widest(printed) <= 80, printed);
  });
}
