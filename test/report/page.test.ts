// The report as a page, and the file that it is written to.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { lchown, lstat, mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { daysFrom } from "../../src/base/calendar.ts";
import { writePage } from "../../src/commands/report/write.ts";
import type { Days, LimitsResult } from "../../src/contract/index.ts";
import { pageOf } from "../../src/report/page.ts";
import { usedDays } from "../../src/report/use.ts";
import { item, NOW, okLimits, open, TODAY, used, YESTERDAY } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { modeOf, namesIn } from "../support/state-disk.ts";

const HOSTILE = `</style><script>alert("x")</script>'"&\u202E`;

function page(model = "model-a"): string {
  const days = { [YESTERDAY]: open(used(2, 20, model)), [TODAY]: open(used(1, 10, "other")) };
  return pageWith(days, okLimits(NOW, [item({ percent: 62, severity: model, model })]), model);
}

function pageWith(days: Days, limits?: LimitsResult, label = "desk"): string {
  const timeZone = "America/Toronto";
  return pageOf({
    program: "agent-usage",
    days: usedDays(days, {}, NOW),
    limits,
    beatAt: NOW,
    label,
    now: NOW,
    timeZone,
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
    /<th scope="row">2026-11-19<\/th><td>open<\/td><th scope="row" class="name">model-a<\/th><td>2<\/td>/,
  );
  assert.match(text, /<th scope="row" colspan="3">Total/);
});

test("a day with few tokens has a bar beside one with very many", () => {
  const text = pageWith({ [YESTERDAY]: open(used(9, 900_000_000)), [TODAY]: open(used(1, 10)) });
  const [, height] = / height="([\d.]+)"><title>2026-11-20/.exec(text) ?? [];
  assert.ok(Number(height) >= 2);
});

test("no bar rises above the chart where a day's models have more together than its total may say", () => {
  const most = Number.MAX_SAFE_INTEGER;
  const counts = { inputTokens: most, outputTokens: most, cacheCreationTokens: most, cacheReadTokens: most };
  const models = { one: { requests: 1, ...counts }, two: { requests: 1, ...counts } };
  const drawn = pageWith({ [TODAY]: open(models) }).matchAll(/ y="(\S+)" height="(\S+)"><title>/g);
  assert.deepEqual(
    Array.from(drawn, ([, y, height]) => [Number(y), Number(height)]),
    [
      [110, 110],
      [0, 110],
    ],
  );
});

test("a single day's bar is no wider than one of a week's", () => {
  const widest = (days: Days) =>
    Math.max(...Array.from(pageWith(days).matchAll(/ width="([\d.]+)%" y=/g), ([, width]) => Number(width)));
  const week = Object.fromEntries(daysFrom("2026-11-14", TODAY).map((day) => [day, open(used(1))]));
  assert.equal(widest({ [TODAY]: open(used(1)) }), widest(week));
});

test("the axis' marks are whole numbers where the tokens are few", () => {
  const text = pageWith({ [TODAY]: open(used(1, 3)) });
  assert.deepEqual(
    Array.from(text.matchAll(/text-anchor="end">(.*?)</g), ([, mark]) => mark),
    ["10", "5", "0"],
  );
});

test("its headings go down one level at a time", () => {
  assert.deepEqual(
    Array.from(page().matchAll(/<h(\d)/g), ([, level]) => level),
    ["1", "2", "2", "3"],
  );
});

test("a limit whose percent is not known has no empty bar", () => {
  const { percent: _, ...unknown } = item();
  const text = pageWith({}, okLimits(NOW, [unknown]));
  assert.match(text, /<b>not known<\/b>/);
  assert.doesNotMatch(text, /class="track"/);
});

test("a plan without limits is said to have none", () => {
  assert.match(pageWith({}, okLimits(NOW, [])), /As of 12:00\.<\/p>\n<p>None\.<\/p>/);
});

test("why the limits are missing is a whole sentence", () => {
  const limits: LimitsResult = {
    status: "unavailable",
    detail: "no_credentials",
    fetchedAt: null,
    items: [],
  };
  assert.match(
    pageWith({}, limits),
    /<p class="soft">Not updated at 12:00: no login found\. Fix: log in with the coding agent\.<\/p>/,
  );
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

test("a page's name may be as long as names may be", async (t) => {
  const folder = await temporaryFolder(t);
  const name = `${"a".repeat(250)}.html`;
  assert.deepEqual(await writePage(join(folder, name), "new"), { status: "ok" });
  assert.deepEqual(await namesIn(folder), [name]);
});

test("a folder in its place is left as it is", async (t) => {
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, "usage.html"));
  assert.deepEqual(await writePage(join(folder, "usage.html"), "new"), { status: "not_a_file" });
  assert.deepEqual(await namesIn(folder), ["usage.html"]);
});

test("a FIFO in its place is left as it is", async (t) => {
  const file = join(await temporaryFolder(t), "fifo.html");
  execFileSync("mkfifo", [file]);
  assert.deepEqual(await writePage(file, "new"), { status: "not_a_file" });
  assert.ok((await lstat(file)).isFIFO());
});

test("a link stays a link, and its file gets the page", async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, "real.html"), "old");
  await symlink("real.html", join(folder, "link.html"));
  assert.deepEqual(await writePage(join(folder, "link.html"), "new"), { status: "ok" });
  assert.equal(await readFile(join(folder, "real.html"), "utf8"), "new");
});

test("a link to nothing yet stays a link, and the page is made where it leads", async (t) => {
  const folder = await temporaryFolder(t);
  await symlink("real.html", join(folder, "link.html"));
  assert.deepEqual(await writePage(join(folder, "link.html"), "new"), { status: "ok" });
  assert.equal(await readFile(join(folder, "real.html"), "utf8"), "new");
  assert.ok((await lstat(join(folder, "link.html"))).isSymbolicLink());
});

const asRoot = process.getuid?.() === 0 ? false : "only root can give a link to another user";

for (const [what, named] of [
  ["another user's link", "link.html"],
  ["a link of our own to another user's", "ours.html"],
] as const) {
  test(`${what} is not followed: what it leads to stays as it is`, { skip: asRoot }, async (t) => {
    const folder = await temporaryFolder(t);
    const real = join(folder, "precious");
    await writeFile(real, "old");
    await symlink(real, join(folder, "link.html"));
    await lchown(join(folder, "link.html"), 65_534, 65_534);
    await symlink("link.html", join(folder, "ours.html"));
    const before = await namesIn(folder);
    assert.deepEqual(await writePage(join(folder, named), "new"), { status: "not_a_file" });
    assert.deepEqual([await readFile(real, "utf8"), await namesIn(folder)], ["old", before]);
  });
}

test("where it cannot be written the system's reason is given", async (t) => {
  const file = join(await temporaryFolder(t), "none", "usage.html");
  assert.deepEqual(await writePage(file, "new"), { status: "failed", code: "ENOENT" });
});
