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

test("the page loads nothing: no address, no script, and a policy that forbids both", () => {
  const text = page();
  assert.doesNotMatch(text, /https?:|<script|<link|<img|src=|url\(|@import| style=| on\w+=/);
  assert.match(text, /http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-/);
});

test("the policy allows only the page's own style", () => {
  const text = page();
  const [, style = ""] = /<style>([\s\S]*?)<\/style>/.exec(text) ?? [];
  assert.ok(text.includes(`'sha256-${createHash("sha256").update(style).digest("base64")}'`));
});

test("a name with markup in it stays text", () => {
  const text = page(HOSTILE);
  assert.doesNotMatch(text, /<script|\u202E/);
  assert.equal(text.match(/<style/g)?.length, 1);
  assert.ok(
    text.includes("&lt;/style&gt;&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&#39;&quot;&amp;�"),
  );
});

test("the page has a bar for each day and model, and a table with all figures", () => {
  const text = page();
  assert.equal(text.match(/<title>2026-11-(?:19, model-a: 20|20, other: 10) tokens<\/title>/g)?.length, 2);
  assert.match(
    text,
    /<th scope="row">2026-11-19<\/th><td>not final yet<\/td><th scope="row" class="name">model-a<\/th><td>2<\/td>/,
  );
  assert.match(text, /<th scope="row" colspan="3">Total/);
});

test("a day with few tokens has a visible bar beside a day with very many", () => {
  const text = pageWith({ [YESTERDAY]: open(used(9, 900_000_000)), [TODAY]: open(used(1, 10)) });
  const [, height] = / height="([\d.]+)"><title>2026-11-20/.exec(text) ?? [];
  assert.ok(Number(height) >= 2);
});

test("no bar is taller than the chart, even if a day's models exceed the largest total", () => {
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

test("the bar of a single day is no wider than one in a week", () => {
  const widest = (days: Days) =>
    Math.max(...Array.from(pageWith(days).matchAll(/ width="([\d.]+)%" y=/g), ([, width]) => Number(width)));
  const week = Object.fromEntries(daysFrom("2026-11-14", TODAY).map((day) => [day, open(used(1))]));
  assert.equal(widest({ [TODAY]: open(used(1)) }), widest(week));
});

test("the axis has whole numbers even for few tokens", () => {
  const text = pageWith({ [TODAY]: open(used(1, 3)) });
  assert.deepEqual(
    Array.from(text.matchAll(/text-anchor="end">(.*?)</g), ([, mark]) => mark),
    ["10", "5", "0"],
  );
});

test("headings skip no level", () => {
  assert.deepEqual(
    Array.from(page().matchAll(/<h(\d)/g), ([, level]) => level),
    ["1", "2", "2", "3"],
  );
});

test("a limit without a percentage has no bar", () => {
  const { percent: _, ...unknown } = item();
  const text = pageWith({}, okLimits(NOW, [unknown]));
  assert.match(text, /<b>unknown<\/b>/);
  assert.doesNotMatch(text, /class="track"/);
});

test("a plan without limits says so", () => {
  assert.match(pageWith({}, okLimits(NOW, [])), /As of 12:00\.<\/p>\n<p>None\.<\/p>/);
});

test("missing limits are explained in whole sentences", () => {
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

test("a page replaces the previous one, is readable by its owner only, and leaves no other file", async (t) => {
  const folder = await temporaryFolder(t);
  const file = join(folder, "usage.html");
  await writeFile(file, "old", { mode: 0o644 });
  assert.deepEqual(await writePage(file, "new"), { status: "ok" });
  assert.deepEqual(
    [await readFile(file, "utf8"), await modeOf(file), await namesIn(folder)],
    ["new", 0o600, ["usage.html"]],
  );
});

test("a page's name may have the maximum length", async (t) => {
  const folder = await temporaryFolder(t);
  const name = `${"a".repeat(250)}.html`;
  assert.deepEqual(await writePage(join(folder, name), "new"), { status: "ok" });
  assert.deepEqual(await namesIn(folder), [name]);
});

test("a folder at the path is left alone", async (t) => {
  const folder = await temporaryFolder(t);
  await mkdir(join(folder, "usage.html"));
  assert.deepEqual(await writePage(join(folder, "usage.html"), "new"), { status: "not_a_file" });
  assert.deepEqual(await namesIn(folder), ["usage.html"]);
});

test("a FIFO at the path is left alone", async (t) => {
  const file = join(await temporaryFolder(t), "fifo.html");
  execFileSync("mkfifo", [file]);
  assert.deepEqual(await writePage(file, "new"), { status: "not_a_file" });
  assert.ok((await lstat(file)).isFIFO());
});

test("a link is kept, and the page goes into its target", async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, "real.html"), "old");
  await symlink("real.html", join(folder, "link.html"));
  assert.deepEqual(await writePage(join(folder, "link.html"), "new"), { status: "ok" });
  assert.equal(await readFile(join(folder, "real.html"), "utf8"), "new");
});

test("a link to a file that does not exist is kept, and its target is created", async (t) => {
  const folder = await temporaryFolder(t);
  await symlink("real.html", join(folder, "link.html"));
  assert.deepEqual(await writePage(join(folder, "link.html"), "new"), { status: "ok" });
  assert.equal(await readFile(join(folder, "real.html"), "utf8"), "new");
  assert.ok((await lstat(join(folder, "link.html"))).isSymbolicLink());
});

const asRoot = process.getuid?.() === 0 ? false : "only root can give a link to another user";

for (const [what, named] of [
  ["another user's link", "link.html"],
  ["our own link to another user's link", "ours.html"],
] as const) {
  test(`${what} is not followed, and its target is unchanged`, { skip: asRoot }, async (t) => {
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

test("a page that cannot be written returns the system error code", async (t) => {
  const file = join(await temporaryFolder(t), "none", "usage.html");
  assert.deepEqual(await writePage(file, "new"), { status: "failed", code: "ENOENT" });
});
