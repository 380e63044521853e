// The page on the architecture names every source file, once.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";

/** The source trees of the repository's packages. */
const TREES = ["src", "collector/src"];
const HEADING = /^### `((?:collector\/)?src\/[^`]*)`/;
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
  return TREES.flatMap((tree) =>
    readdirSync(tree, { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".ts") && !(path.includes("/") && path.endsWith("index.ts")))
      .map((path) => `${tree}/${path}`),
  ).concat("src/usage/kernel/assembly/index.ts");
}

const inOrder = (paths: readonly string[]) => [...paths].sort((a, b) => (a < b ? -1 : 1));

test("every source file is on the page, and nothing else is", () => {
  assert.deepEqual(inOrder(listedFiles()), inOrder(sourceFiles()));
});
