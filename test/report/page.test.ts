// The report as a page.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import { daysFrom } from "../../src/base/calendar.ts";
import type { Item, LimitsResult } from "../../src/contract/index.ts";
import { type Entry, entriesOf } from "../../src/report/groups.ts";
import { usedDays } from "../../src/report/use.ts";
import {
  at,
  BEFORE_YESTERDAY,
  DAY,
  frozen,
  HOUR,
  item,
  NOW,
  okLimits,
  open,
  TODAY,
  used,
  YESTERDAY,
} from "../support/fixtures.ts";
import { pageWith } from "../support/page.ts";
import { DAYS } from "../support/report-days.ts";

const HOSTILE = `</style><script>alert("x")</script>'"&\u202E`;
const OPUS = "claude-opus-4-6";
const HAIKU = "claude-haiku-4-5-20251001";
/** A week of which 4 days have passed. */
const WEEK: Item = item({ kind: "weekly_all", group: "weekly", resetsAt: at(NOW + 3 * DAY) });
const PRICED = {
  [YESTERDAY]: frozen({ ...used(2, 2_000_000, OPUS), ...used(1, 1_000_000, HAIKU) }),
  [TODAY]: open(used(3, 1_000_000, OPUS)),
};

const texts = (page: string, pattern: RegExp): string[] =>
  Array.from(page.matchAll(pattern), ([, ...found]) => found.join(" "));
const cardsOf = (page: string): string[] => texts(page, /<article class="card [^>]*>\n<h3>(.*?)<\/h3>/g);
const barsOf = (page: string): string[] => texts(page, /<title>(\w{3} \d+ \w{3}, [^<]*)<\/title>/g);

function placedOf(days: typeof PRICED, place: Partial<Entry>): Entry[] {
  return entriesOf(usedDays(days, {}, NOW)).map((entry) => ({ ...entry, ...place }));
}

test("the page loads nothing: no address, no script, and a policy that forbids both", () => {
  const text = pageWith(PRICED, { placed: placedOf(PRICED, { project: "shop", hour: `${TODAY}T14:00` }) });
  assert.doesNotMatch(text, /https?:|<script|<link|<img|src=|url\(|@import| style=| on\w+=/);
  assert.match(text, /http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'sha256-/);
});

test("only a page that is written again and again reloads itself", () => {
  assert.match(pageWith(PRICED, { reloads: true }), /<meta http-equiv="refresh" content="300">/);
  assert.doesNotMatch(pageWith(PRICED), /http-equiv="refresh"/);
});

test("the policy allows only the page's own style", () => {
  const text = pageWith(PRICED);
  const [, style = ""] = /<style>([\s\S]*?)<\/style>/.exec(text) ?? [];
  assert.ok(text.includes(`'sha256-${createHash("sha256").update(style).digest("base64")}'`));
});

test("a name with markup in it stays text, whether of a model, a limit, a project, a machine or a note", () => {
  const days = { [YESTERDAY]: open(used(2, 20, HOSTILE)), [TODAY]: open(used(1, 10, HOSTILE)) };
  const text = pageWith(days, {
    limits: okLimits(NOW, [{ ...WEEK, model: HOSTILE, severity: HOSTILE }]),
    placed: placedOf(days, { project: HOSTILE, hour: `${TODAY}T14:00` }),
    label: HOSTILE,
    notes: [HOSTILE],
    refresh: HOSTILE,
  });
  assert.doesNotMatch(text, /<script|\u202E/);
  assert.equal(text.match(/<style/g)?.length, 1);
  assert.ok(
    text.includes("&lt;/style&gt;&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt;&#39;&quot;&amp;�"),
  );
});

test("the headline and the first card are the limit that runs out, then its forecast, reset and clock", () => {
  const session = item({ percent: 10, resetsAt: at(NOW + HOUR) });
  const text = pageWith(PRICED, { limits: okLimits(NOW, [session, { ...WEEK, percent: 80 }]) });
  assert.match(text, /<h1>Week, all models: runs out Sat 21 Nov about 12:00, 48 h before the reset<\/h1>/);
  assert.deepEqual(cardsOf(text), ["Week, all models", "5-hour session", "Today", "Last 7 days"]);
  assert.match(text, /<article class="card limit red">[\s\S]*?20%<small> left<\/small>[\s\S]*? x1="42\.9%"/);
  assert.match(text, /Runs out Sat 21 Nov about 12:00, 48 h before the reset; 6\.6% a day would last\./);
  assert.match(text, /80% used\. Resets Mon 12:00, in 3 d\./);
});

test("the headline says so if every limit lasts, or if one is used up", () => {
  const headline = (...items: Item[]) =>
    texts(pageWith(PRICED, { limits: okLimits(NOW, items) }), /<h1>(.*?)<\/h1>/g).join();
  const session = item({ percent: 10, resetsAt: at(NOW + HOUR) });
  assert.equal(headline({ ...WEEK, percent: 20 }, session), "On pace: every limit lasts until its reset");
  assert.equal(headline(session, { ...WEEK, percent: 100 }), "Week, all models: used up until Mon 12:00");
  assert.equal(headline(item({ percent: 62 })), "5-hour session: 38% left");
  assert.equal(headline(), "agent-usage on desk");
});

test("the cards of today and the last 7 days have cost, requests and tokens", () => {
  const text = pageWith({ ...PRICED, "2026-11-13": frozen(used(9, 9_000_000, OPUS)) });
  const cards = texts(
    text,
    /<article class="card use">\n<h3>(.*?)<\/h3>\n<p class="big">(.*?)<\/p>\n<p class="soft">(.*?)<\/p>/g,
  );
  assert.deepEqual(cards, [
    "Today $5.00 3 requests, 1.0M tokens, mostly Opus",
    "Last 7 days $16.00 6 requests, 4.0M tokens, mostly Opus",
  ]);
});

test("nothing is called today where the local date is another", () => {
  assert.deepEqual(cardsOf(pageWith(PRICED, { timeZone: "Pacific/Kiritimati" })).slice(-2), [
    "Fri 20 Nov",
    "Last 7 days",
  ]);
});

test("the chart has the last 14 days with weekdays, each day's cost, and a bar for each family of models", () => {
  const text = pageWith(PRICED);
  assert.match(text, /<h2 id="by-time">Cost by day, last 14 days<\/h2>/);
  assert.deepEqual(barsOf(text), [
    "Thu 19 Nov, Opus: $10",
    "Thu 19 Nov, Haiku: $1.0",
    "Fri 20 Nov, Opus: $5.0",
  ]);
  assert.deepEqual(texts(text, /<tspan class="unit">\$<\/tspan>([\d.]+)/g), ["11", "5.0"]);
  assert.deepEqual(texts(text, /<text x="\S+" y="\d+">([A-Z]\w\w)<\/text>/g).slice(-3), [
    "Wed",
    "Thu",
    "Fri",
  ]);
  assert.equal(text.match(/<rect class="weekend"/g)?.length, 4);
});

test("the average is that of the days before today", () => {
  assert.match(pageWith(PRICED), /Average: \$11 a day/);
  assert.match(pageWith({ [TODAY]: open(used(3, 1_000_000, OPUS)) }), /Average: \$5\.0 a day/);
});

test("without a price, the page measures tokens", () => {
  const text = pageWith({ [YESTERDAY]: frozen(used(2, 12_345)), [TODAY]: open(used(1, 1200, "other")) });
  assert.match(text, /<h2 id="by-time">Tokens by day, last 14 days<\/h2>/);
  assert.deepEqual(barsOf(text), ["Thu 19 Nov, model-a: 12k", "Fri 20 Nov, other: 1.2k"]);
  assert.doesNotMatch(text, /\$|<th scope="col">Cost/);
});

test("a day that cost little has a visible bar beside one that cost very much", () => {
  const text = pageWith({ [YESTERDAY]: open(used(9, 900_000_000)), [TODAY]: open(used(1, 10)) });
  const [height] = texts(text, / height="([\d.]+)"><title>Fri 20 Nov/g);
  assert.ok(Number(height) >= 2);
});

test("no bar is taller than the chart, even if a day's models exceed the largest total", () => {
  const most = Number.MAX_SAFE_INTEGER;
  const counts = { inputTokens: most, outputTokens: most, cacheCreationTokens: most, cacheReadTokens: most };
  const models = { one: { requests: 1, ...counts }, two: { requests: 1, ...counts } };
  const drawn = pageWith({ [TODAY]: open(models) }).matchAll(/ height="(\S+)"><title>/g);
  assert.equal(
    Array.from(drawn, ([, height]) => Number(height)).reduce((sum, height) => sum + height, 0),
    170,
  );
});

test("by week, the chart has a column per week, and the table the weeks with their models, the newest first", () => {
  const text = pageWith(DAYS, { by: "week" });
  assert.match(text, /<h2 id="by-time">Tokens by week, last 2 weeks<\/h2>/);
  assert.deepEqual(texts(text, /<title>(2026-W\d\d[^:]*): /g).slice(1), [
    "2026-W47, 18-20 Nov, big",
    "2026-W47, 18-20 Nov, small",
  ]);
  const weeks = texts(text, /<th scope="rowgroup">(.*?)<\/th>/g);
  assert.deepEqual(weeks, ["2026-W47, 18-20 Nov", "2026-W46, 10 Nov"]);
});

test("the projects are bars, those that cost the most first, and a line for those after the sixth", () => {
  const placed = [1, 2, 3, 4, 5, 6, 7, 8].map((size): Entry => {
    const [{ counts } = { counts: undefined }] = entriesOf(
      usedDays({ [TODAY]: open(used(1, size * 1e6, OPUS)) }, {}, NOW),
    );
    assert.ok(counts !== undefined);
    return { day: TODAY, model: OPUS, counts, project: `project-${size}`, hour: `${TODAY}T14:00` };
  });
  const text = pageWith(PRICED, { placed });
  const [list = ""] = texts(text, /<h2 id="where">[\s\S]*?<\/h2>\n([\s\S]*?)<\/section>/g);
  assert.deepEqual(texts(list, /title="project-\d">(project-\d)<[\s\S]*?<b>(.*?)<\/b>/g), [
    "project-8 $40.00",
    "project-7 $35.00",
    "project-6 $30.00",
    "project-5 $25.00",
    "project-4 $20.00",
    "project-3 $15.00",
  ]);
  assert.match(list, /2 more projects: \$15\.00/);
});

test("the heat map has a cell for each hour of the week, and names the busiest", () => {
  const placed = [
    ...placedOf(PRICED, { hour: `${YESTERDAY}T09:00` }),
    ...placedOf({ ...PRICED, [TODAY]: open({}) }, { hour: `${BEFORE_YESTERDAY}T23:00` }),
  ];
  const text = pageWith(PRICED, { placed });
  assert.equal(text.match(/<rect class="h\d"/g)?.length, 7 * 24);
  assert.deepEqual(texts(text, /<title>(\w{3} \d\d:00-.*?)<\/title>/g), [
    "Wed 23:00-00:00: $11.00",
    "Thu 09:00-10:00: $16.00",
  ]);
  assert.match(text, /Most on Thu 09:00-10:00: \$16\.00\. Local time\./);
});

test("models have short names, with the full one in the title; two whose short names are equal keep theirs", () => {
  const days = {
    [TODAY]: open({ ...used(1, 10, HAIKU), ...used(1, 10, OPUS), ...used(1, 5, `${OPUS}-20260101`) }),
  };
  const [list = ""] = texts(pageWith(days), /<h2 id="models">[\s\S]*?<\/h2>\n([\s\S]*?)<\/section>/g);
  assert.deepEqual(texts(list, /title="(.*?)">(.*?)</g), [
    `${OPUS} ${OPUS}`,
    `${OPUS}-20260101 ${OPUS}-20260101`,
    `${HAIKU} Haiku 4.5`,
  ]);
});

test("each limit's course falls at its resets, and goes on as its forecast", () => {
  const earlier = {
    ...WEEK,
    model: null,
    percent: 90,
    resetsAt: at(NOW - 4 * DAY),
    fetchedAt: at(NOW - 5 * DAY),
  };
  const limits = okLimits(NOW, [{ ...WEEK, percent: 40 }]);
  const text = pageWith(PRICED, { limits, history: [earlier] });
  // From the earlier reading, 8 days before the reset, over 1000 units.
  assert.match(text, /<path class="line" d="M0\.0 10H0\.0V10H125\.0V100H625\.0V60H625\.0"\/>/);
  assert.match(text, /<path class="ahead" d="M625\.0 60L1000\.0 30M625\.0 60L1000\.0 [-\d.]+"\/>/);
  assert.equal(text.match(/<path class="even" d="M[-\d.]+ 100L/g)?.length, 2);
});

test("the table has a sum for each day, the newest first, and its models", () => {
  const [table = ""] = texts(
    pageWith(PRICED),
    /<summary>All figures by day and model<\/summary>([\s\S]*?)<\/details>/g,
  );
  assert.deepEqual(
    texts(table, /<th scope="row(?:group)?"[^>]*>(.*?)<\/th><td>(.*?)<\/td>\n?<td>(.*?)<\/td>/g),
    [
      "Fri 20 Nov $5.00 1,000,000",
      "Opus 4.6 $5.00 1,000,000",
      "Thu 19 Nov $11.00 3,000,000",
      "Opus 4.6 $10.00 2,000,000",
      "Haiku 4.5 $1.00 1,000,000",
      "Total $16.00 4,000,000",
    ],
  );
});

test("without usage, the page says what to do next and draws no chart", () => {
  const none = pageWith({}, { limits: undefined });
  assert.match(
    none,
    /No record of these days yet\. Use the coding agent, then run: <code>agent-usage beat<\/code>/,
  );
  assert.match(none, /No limits yet: the first refresh gets them\. To refresh, run: agent-usage beat/);
  assert.doesNotMatch(none, /<svg|<table/);
  assert.match(pageWith({ [TODAY]: open({}) }), /Nothing was used on these days\./);
});

test("without transcripts, the page says why it has no projects and hours", () => {
  assert.equal(pageWith(PRICED).match(/No transcripts of these days are left\./g)?.length, 2);
});

test("headings skip no level", () => {
  const levels = texts(pageWith(PRICED), /<h(\d)/g).map(Number);
  assert.equal(levels[0], 1);
  assert.ok(levels.every((level, index) => level <= (levels[index - 1] ?? 0) + 1));
});

test("a limit without a percentage has no bar", () => {
  const { percent: _, ...unknown } = item();
  const text = pageWith({}, { limits: okLimits(NOW, [unknown]) });
  assert.match(text, /<p class="soft">No figure\.<\/p>/);
  assert.doesNotMatch(text, /class="track"/);
});

test("a plan without limits says so", () => {
  assert.match(pageWith({}, { limits: okLimits(NOW, []) }), /Limits as of 12:00\. The plan has no limits\./);
});

test("missing limits are explained in sentences", () => {
  const limits: LimitsResult = {
    status: "unavailable",
    detail: "no_credentials",
    fetchedAt: null,
    items: [],
  };
  assert.match(
    pageWith({}, { limits }),
    /Limits not updated at 12:00: no login found\. Fix: log in with the coding agent\./,
  );
});

test("five weeks of many models and projects make a page of at most 150 kB", () => {
  const models = Object.assign(
    {},
    ...Array.from({ length: 8 }, (_, index) => used(9, 9e6, `model-${index}`)),
  );
  const days = Object.fromEntries(daysFrom("2026-10-16", TODAY).map((day) => [day, frozen(models)]));
  const placed = entriesOf(usedDays(days, {}, NOW)).flatMap((entry) =>
    Array.from({ length: 24 }, (_, hour) => ({
      ...entry,
      project: `project-${hour}`,
      hour: `${entry.day}T${String(hour).padStart(2, "0")}:00`,
    })),
  );
  assert.ok(pageWith(days, { placed }).length <= 150_000);
});
