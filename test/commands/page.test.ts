// The report as a page, and the file that it is written to.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { lstat, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { pageOf } from "../../src/commands/report/page.ts";
import { usedDays } from "../../src/commands/report/use.ts";
import { writePage } from "../../src/commands/report/write.ts";
import { temporaryFolder } from "../support/folder.ts";
import { item, NOW, okLimits, open, TODAY, used, YESTERDAY } from "../support/state.ts";
import { modeOf, namesIn } from "../support/state-disk.ts";

const HOSTILE = `</style><script>alert("x")</script>'"&\u202E`;

function page(model = "model-a"): string {
  return pageOf({
    days: usedDays({ [YESTERDAY]: open(used(2, 20, model)), [TODAY]: open(used(1, 10, "other")) }, {}, NOW),
    limits: okLimits(NOW, [item({ percent: 62, severity: model, model })]),
    beatAt: NOW,
    label: model,
    now: NOW,
    timeZone: "America/Toronto",
  });
}

test("the page asks for nothing: no address, no script, and a policy that would not let it", () => {
  const text = page();
  assert.doesNotMatch(text, /https?:|<script|<link|<img|src=|url\(|@import| style=| on\w+=/);
  assert.match(text, /http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-/);
});

test("its policy lets just its own style in", () => {
  const text = page();
  const [, style = ""] = /<style>([\s\S]*?)<\/style>/.exec(text) ?? [];
  assert.ok(text.includes(`'sha256-${createHash("sha256").update(style).digest("base64")}'`));
});

test("names with markup in them are text", () => {
  const text = page(HOSTILE);
  assert.doesNotMatch(text, /<script|\u202E/);
  assert.equal(text.match(/<style/g)?.length, 1);
  assert.ok(
    text.includes("&lt;/style&gt;&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&#39;&quot;&amp;�"),
  );
});

test("it has a bar for each day and model, and a table with all figures", () => {
  const text = page();
  assert.equal(text.match(/<title>2026-11-(?:19, model-a: 20|20, other: 10) tokens<\/title>/g)?.length, 2);
  assert.match(
    text,
    /<th scope="row">2026-11-19<\/th><td>open<\/td><td class="name">model-a<\/td><td>2<\/td>/,
  );
  assert.match(text, /<th scope="row" colspan="3">Total/);
});

test("a page is written for its owner alone, over the one before, and nothing is left beside it", async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, "usage.html");
  await writeFile(file, "old", { mode: 0o644 });
  assert.deepEqual(await writePage(file, "new"), { status: "ok" });
  assert.deepEqual(
    [await readFile(file, "utf8"), await modeOf(file), await namesIn(folder)],
    ["new", 0o600, ["usage.html"]],
  );
});

test("a folder in its place is left as it is", async (t) => {
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, "usage.html"));
  assert.deepEqual(await writePage(join(folder, "usage.html"), "new"), { status: "no_file" });
  assert.deepEqual(await namesIn(folder), ["usage.html"]);
});

test("a FIFO in its place is left as it is", async (t) => {
  const file = join(await temporaryFolder(t), "fifo.html");
  execFileSync("mkfifo", [file]);
  assert.deepEqual(await writePage(file, "new"), { status: "no_file" });
  assert.ok((await lstat(file)).isFIFO());
});

test("a link stays a link, and its file gets the page", async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, "real.html"), "old");
  await symlink("real.html", join(folder, "link.html"));
  assert.deepEqual(await writePage(join(folder, "link.html"), "new"), { status: "ok" });
  assert.equal(await readFile(join(folder, "real.html"), "utf8"), "new");
});

test("where it cannot be written the system's reason is given", async (t) => {
  const file = join(await temporaryFolder(t), "none", "usage.html");
  assert.deepEqual(await writePage(file, "new"), { status: "failed", code: "ENOENT" });
});
