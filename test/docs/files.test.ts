// The page on the architecture names every source file, once.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

const HEADING = /^### `(src\/[^`]*)`/;
const ROW = /^\| `([^`]+\.ts)` \| \S/;

/** The files in the tables below headings that name a folder. */
function listedFiles(): string[] {
  let folder = "";
  return readFileSync("docs/architecture.md", "utf8")
    .split("\n")
    .flatMap((line) => {
      folder = HEADING.exec(line)?.[1] ?? folder;
      const file = folder === "" ? undefined : ROW.exec(line)?.[1];
      return file === undefined ? [] : [`${folder}${file}`];
    });
}

function sourceFiles(): string[] {
  return readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts") && !(path.includes("/") && path.endsWith("index.ts")))
    .concat("usage/kernel/assembly/index.ts")
    .map((path) => `src/${path}`);
}

const inOrder = (paths: readonly string[]) => [...paths].sort((a, b) => (a < b ? -1 : 1));

test("every source file is on the page, and nothing else is", () => {
  assert.deepEqual(inOrder(listedFiles()), inOrder(sourceFiles()));
});
