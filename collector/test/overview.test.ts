// The overview as people see it: limits, usage, machines, and names that machines made up.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { axeFindings, skip } from "../../test/support/browser.ts";
import { runCollector } from "../../test/support/collector-program.ts";
import { HOSTILE, joinAll, type Sender } from "./support/fleet.ts";
import { signInAdmin } from "./support/people.ts";

async function overviewOf(t: TestContext, senders: readonly Sender[]): Promise<string> {
  const collector = await runCollector(t);
  const { pageWithStyle: read } = await signInAdmin(collector);
  await joinAll(collector, senders);
  return read("/");
}

const texts = (page: string, pattern: RegExp): string[] =>
  Array.from(page.matchAll(pattern), ([, text = ""]) => text);

test("the headline and the first card are the limit of the account that runs out, with what is left and its forecast", async (t) => {
  const page = await overviewOf(t, [
    { label: "desk", account: "calm", requests: 10, percent: 20 },
    { label: "laptop", account: "busy", requests: 5, percent: 90 },
  ]);
  assert.match(page, /<h1>busy, Week, all models: runs out /);
  assert.deepEqual(texts(page, /aria-level="2" id="owner-\d">(.*?)</g), ["busy", "calm"]);
  assert.deepEqual(texts(page, /<p class="big">(\d+%)<small> left/g), ["10%", "80%"]);
});

test("what was used is there by model, machine and account, in dollars, and each name shows it alone", async (t) => {
  const page = await overviewOf(t, [
    { label: "desk", account: "a", requests: 10 },
    { label: "laptop", account: "b", requests: 40 },
  ]);
  assert.match(page, /<h2 id="by-time">Cost by day and model<\/h2>/);
  const machines = page.slice(page.indexOf('id="by-machine"'), page.indexOf('id="by-account"'));
  assert.deepEqual(texts(machines, /data-view title="[^"]*">(.*?)<\/a>/g), ["laptop", "desk"]);
  assert.deepEqual(texts(machines, /<a href="(.*?)"/g), ["/?machine=2", "/?machine=1"]);
  assert.match(page, /<p class="big">2<small> active<\/small><\/p>/);
  assert.match(page, /<h3>Used the most in 30 days<\/h3>\s*<p class="big"><a [^>]*>laptop<\/a><small> \d\d%/);
  assert.match(page, /nobody is warned yet\. <a class="button small" href="\/alerts\/channels\/new">/);
  assert.match(page, /No data for the 30 days before\./);
  assert.match(page, /No limits yet/);
});

test("one range, grouping, unit and filter hold for the chart, its tables, the totals and the lists", async (t) => {
  const collector = await runCollector(t);
  const { get } = await signInAdmin(collector);
  await joinAll(collector, [
    { label: "desk", account: "a", requests: 10 },
    { label: "laptop", account: "b", requests: 40 },
  ]);
  const { body } = await get("/?by=machine&unit=tokens&range=7d&machine=1");
  assert.match(body, /<h2 id="by-time">Tokens by day and machine<\/h2>/);
  assert.equal(texts(body, /(<g data-point>)/g).length, 7);
  assert.match(body, /title="Show 1 alone">desk<\/a>/);
  assert.doesNotMatch(body, /laptop/);
  assert.match(body, /aria-label="Remove the filter Machine: desk"/);
  const [, href = ""] = /<a href="([^"]*)" data-view aria-label="Remove the filter/.exec(body) ?? [];
  assert.equal(href.replaceAll("&amp;", "&"), "/?by=machine&unit=tokens&range=7d");
  // Two days with 11 requests each: 200, 1500 and 9000 tokens a request.
  assert.match(body, /<data value="235400" title="235,400">235k<\/data>/);
  assert.match(body, /<data value="22" title="22">22<\/data>/);
  for (const [unit, status] of [
    ["cost", 200],
    ["dollars", 400],
  ] as const)
    assert.equal((await get(`/?unit=${unit}`)).status, status);
  const nothing = await get("/?machine=999");
  assert.match(nothing.body, /Nothing matches these filters/);
});

test("in tokens, who used the most and the lists go by tokens, whatever they cost", async (t) => {
  const collector = await runCollector(t);
  const { get } = await signInAdmin(collector);
  await joinAll(collector, [
    { label: "many", account: "a", requests: 40, model: "claude-haiku-4-5" },
    { label: "dear", account: "b", requests: 20, model: "claude-opus-4-1" },
  ]);
  for (const [unit, name] of [
    ["tokens", "many"],
    ["cost", "dear"],
  ]) {
    const { body } = await get(`/?by=machine&unit=${unit}`);
    const card = body.slice(body.indexOf("<h3>Used the most"));
    assert.match(card, new RegExp(`^.*\\s*<p class="big"><a [^>]*>${name}</a>`), unit);
    const machines = body.slice(body.indexOf('id="by-machine"'), body.indexOf('id="by-account"'));
    assert.equal(texts(machines, /data-view title="[^"]*">(.*?)<\/a>/g)[0], name);
  }
});

test("exports have exactly the rows of the table on the page, and no formula", async (t) => {
  const collector = await runCollector(t);
  const { get } = await signInAdmin(collector);
  await joinAll(collector, [{ label: "=1+1", requests: 10 }]);
  const query = "range=7d&by=machine&unit=tokens";
  const { body } = await get(`/?${query}`);
  const table = body.slice(body.indexOf('id="table-usage"'), body.indexOf('id="table-by-machine"'));
  const links = texts(table, /<a href="([^"]*)" download/g).map((href) => href.replaceAll("&amp;", "&"));
  assert.deepEqual(links, [`/overview.csv?${query}&table=usage`, `/overview.json?${query}&table=usage`]);
  const csv = await get(links[0] ?? "");
  assert.match(String(csv.headers["content-disposition"]), /^attachment; filename="usage-\d{4}-\d\d-\d\d-/);
  const [head = "", ...lines] = csv.body.trimEnd().split("\r\n");
  assert.equal(head, "day,costUsd,tokens,requests,'=1+1");
  const days = texts(table, /<tr><th scope="row"><span title="([\d-]*)"/g);
  assert.deepEqual(
    lines.map((line) => line.split(",")[0]),
    days,
  );
  assert.equal(days.length, 7);
  const { rows } = JSON.parse((await get(links[1] ?? "")).body) as { rows: Record<string, unknown>[] };
  assert.deepEqual(
    rows.map(({ day }) => day),
    days,
  );
  // A day without a record is no zero.
  assert.deepEqual([rows[0]?.["=1+1"], rows[6]?.["=1+1"]], [117_700, null]);
  assert.match(
    (await get(`/overview.csv?${query}&table=by-machine`)).body,
    /^machine,costUsd,tokens,requests,/,
  );
  assert.equal((await get(`/overview.csv?${query}&table=secrets`)).status, 404);
});

test("a year is drawn by week, ten years by month", async (t) => {
  const collector = await runCollector(t);
  const { get } = await signInAdmin(collector);
  await joinAll(collector, [{ label: "desk", requests: 10 }]);
  const year = (await get("/?range=1y")).body;
  assert.match(year, /Cost by week and model/);
  assert.match(String(texts(year, /(<g data-point>)/g).length), /^5[34]$/);
  const decade = (await get("/?from=2017-01-01&to=2026-11-01")).body;
  assert.match(decade, /No data for these days/);
});

test("beyond three accounts the limits are a table", async (t) => {
  const senders = Array.from({ length: 5 }, (_, index) => ({
    label: `worker-${index}`,
    account: `team-${index}`,
    requests: 50 - index,
    percent: 20 + index,
  }));
  const page = await overviewOf(t, senders);
  assert.equal(texts(page, /(aria-level="2" id="owner-)/g).length, 3);
  assert.match(page, /<summary>Limits of 2 more<\/summary>/);
});

test("axe finds nothing on the collector's pages, light and dark", { skip }, async (t) => {
  const collector = await runCollector(t);
  const { pageWithStyle: read } = await signInAdmin(collector);
  const login = await read("/login");
  const empty = await read("/");
  await joinAll(collector, [
    { label: HOSTILE, account: HOSTILE, requests: 30, percent: 90 },
    { label: "desk", requests: 3, percent: 10 },
    { label: "laptop", requests: 2 },
  ]);
  const pages = { login, empty, full: await read("/") };
  assert.ok(!pages.full.includes("<script>alert"));
  for (const scheme of ["light", "dark"] as const) {
    assert.deepEqual(await axeFindings(t, pages, [1280, 375], scheme), []);
  }
});
