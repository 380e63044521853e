// What the pages refer to exists: links, headings, files, and the scripts of `npm run`.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { pages, readPage, withoutCode } from "../support/pages.ts";

/** A path from the repository's root, such as `test/push/` or `dist/cli.js`; not the end of a longer path. */
const PATH =
  /(?<![\w/.~}-])(?:src|test|docs|bench|scripts|contract|systemd|launchd|dist|\.ci|\.github)\/[\w./-]*[\w/]/g;
const LINK = /\]\(([^)\s]+)\)/g;

const matches = (text: string, pattern: RegExp) => [...text.matchAll(pattern)];

/** The anchor of a heading. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

function anchorsIn(page: string): string[] {
  return matches(withoutCode(page), /^#+ (.+)$/gm).map(([, heading = ""]) => anchorOf(heading));
}

for (const path of pages()) {
  const page = readPage(path);

  test(`${path}: every link leads to a file or a heading that exists`, () => {
    for (const [, link = ""] of matches(page, LINK)) {
      if (/^https?:/.test(link)) continue;
      const [file = "", anchor] = link.split("#");
      const target = file === "" ? path : join(dirname(path), file);
      assert.ok(existsSync(target), link);
      if (anchor !== undefined) assert.ok(anchorsIn(readPage(target)).includes(anchor), link);
    }
  });

  test(`${path}: every file that the page names exists`, () => {
    const missing = matches(page, PATH).map(([name]) => name);
    assert.deepEqual(
      missing.filter((name) => !existsSync(name)),
      [],
    );
  });

  test(`${path}: every npm script that the page names exists`, () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: object };
    for (const [, name = ""] of matches(page, /\bnpm run ([\w:-]+)/g)) {
      assert.ok(Object.hasOwn(scripts, name), name);
    }
  });
}
