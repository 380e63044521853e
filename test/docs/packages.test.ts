// The packages, exports, state files and first commands on the pages are the real ones.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { basename, resolve } from "node:path";
import { test } from "node:test";
import { stateNames } from "../../src/state/folder/state-folder.ts";
import { pages, readPage, rows, section, spans } from "../support/pages.ts";

const firstSpans = (path: string, heading: string) =>
  rows(section(readPage(path), heading)).flatMap(([cell = ""]) => spans(cell));

for (const { of, file, headings } of [
  { of: "the agent", file: "package.json", headings: ["Bundled", "Tools"] },
  { of: "the collector", file: "collector/package.json", headings: ["The collector"] },
]) {
  test(`every package of ${of} is on the page with its reason, and every package on the page is used`, () => {
    const { devDependencies, optionalDependencies } = JSON.parse(readFileSync(file, "utf8")) as {
      devDependencies: object;
      optionalDependencies: object;
    };
    const listed = headings.flatMap((heading) => firstSpans("docs/dependencies.md", heading));
    assert.deepEqual(listed.sort(), Object.keys({ ...devDependencies, ...optionalDependencies }).sort());
  });
}

test("the page on the library lists every export and nothing else", async () => {
  const library = (await import(resolve("dist/index.js"))) as object;
  const listed = firstSpans("docs/library.md", "The library").map((usage) => usage.replace(/\(.*/, ""));
  assert.deepEqual(listed.sort(), Object.keys(library).sort());
});

test("the page on the architecture lists every file of the state folder and no others", () => {
  const listed = firstSpans("docs/architecture.md", "The state folder");
  const names = Object.values(stateNames("/")).map((path) => basename(path));
  assert.deepEqual(listed.filter((name) => !name.includes("<")).sort(), names.sort());
});

for (const words of ["npm ci && npm start", "npm ci && npm test"]) {
  test(`the README has \`${words}\``, () => assert.ok(readPage("README.md").includes(words)));
}

for (const words of [
  "node dist/daemon.js",
  "systemctl --user enable agent-usage",
  "launchctl bootstrap gui/",
  "launchctl load",
]) {
  test(`a page has \`${words}\``, () => assert.ok(pages().some((path) => readPage(path).includes(words))));
}
