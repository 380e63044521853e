// The report: its days, its rows, JSON and CSV (rule CLI-6).
import assert from "node:assert/strict";
import { test } from "node:test";
import { daysFrom } from "../../src/base/calendar.ts";
import { readOptions } from "../../src/commands/report/options.ts";
import { type Days, NO_COUNTS } from "../../src/contract/index.ts";
import { csvOf } from "../../src/report/csv.ts";
import type { By } from "../../src/report/keys.ts";
import { reportOf, rowsOf } from "../../src/report/rows.ts";
import { reportSchema } from "../../src/report/schema.ts";
import { reportText } from "../../src/report/text.ts";
import { usedDays } from "../../src/report/use.ts";
import { BEFORE_YESTERDAY, frozen, NOW, open, TODAY, used, YESTERDAY } from "../support/fixtures.ts";
import { days, viewOfDays } from "../support/report-days.ts";
import { PIPE } from "../support/screens.ts";

const FACTS = { program: "agent-usage", lastBeat: null, hasCost: false };
const withModel = (model: string) => usedDays({ [TODAY]: open(used(1, 10, model)) }, {}, NOW);

test("the report has the recorded days, oldest first; --days counts today, --since includes its day", () => {
  const named = (span = {}) => days(span).map(({ day }) => day);
  assert.deepEqual(named(), ["2026-11-10", BEFORE_YESTERDAY, YESTERDAY, TODAY]);
  assert.deepEqual(named({ days: 1 }), [TODAY]);
  assert.deepEqual(named({ days: 3 }), [BEFORE_YESTERDAY, YESTERDAY, TODAY]);
  assert.deepEqual(named({ since: YESTERDAY }), [YESTERDAY, TODAY]);
  assert.deepEqual(named({ until: YESTERDAY }), ["2026-11-10", BEFORE_YESTERDAY, YESTERDAY]);
  assert.deepEqual(named({ days: 2, until: YESTERDAY }), [BEFORE_YESTERDAY, YESTERDAY]);
});

const wrong: [Record<string, string | true>, RegExp][] = [
  [{ days: "0" }, /--days/],
  [{ days: "-1" }, /--days/],
  [{ days: "1.5" }, /--days/],
  [{ days: "1e3" }, /--days/],
  [{ since: "2026-02-30" }, /--since/],
  [{ since: "monday" }, /--since must be a date \(YYYY-MM-DD\), today, yesterday or window$/],
  [{ since: "7d" }, /; for the last 7 days, use --days 7$/],
  [{ days: "7w" }, /--days/],
  [{ since: "2026-11-21" }, /--since/],
  [{ by: "minute" }, /--by/],
  [{ by: "day,day" }, /--by/],
  [{ by: "day,week,model" }, /--by/],
  [{ until: "tomorrow" }, /--until/],
  [{ since: TODAY, until: YESTERDAY }, /--since must not be after --until/],
  [{ limit: "0" }, /--limit/],
  [{ full: true, json: true }, /--full/],
  [{ model: "x", html: "-" }, /--html and --model/],
  [{ html: "" }, /--html/],
  [{ days: "1", since: TODAY }, /--days and --since/],
  [{ json: true, csv: true }, /--json, --csv and --html/],
  [{ json: true, html: "-" }, /--json, --csv and --html/],
  [{ by: "day", html: "-" }, /with --html, --by can only be week/],
];
for (const [given, message] of wrong) {
  test(`refused: ${JSON.stringify(given)}`, () => {
    const read = readOptions(new Map(Object.entries(given)), NOW);
    assert.equal(read.status, "wrong");
    assert.match(read.status === "wrong" ? read.message : "", message);
  });
}

for (const [given, span] of [
  [{ days: "7d" }, { days: 7 }],
  [{ since: "today" }, { since: TODAY }],
  [{ since: "Yesterday" }, { since: YESTERDAY }],
  [{ until: "yesterday" }, { until: YESTERDAY }],
  [{ until: "2027-01-01" }, { until: TODAY }],
  [
    { days: "2", until: YESTERDAY },
    { days: 2, until: YESTERDAY },
  ],
  [{}, { days: 7 }],
  [{ full: true }, {}],
  [{ json: true }, {}],
] as const) {
  test(`accepted: ${JSON.stringify(given)}`, () => {
    const read = readOptions(new Map(Object.entries(given)), NOW);
    assert.deepEqual(read.status === "ok" && read.span, span);
  });
}

test("the page can be grouped by week", () => {
  const read = readOptions(new Map(Object.entries({ by: "week", html: "-" })), NOW);
  assert.deepEqual(read.status === "ok" && [read.by, read.form.as], [["week"], "html"]);
});

test("control and direction characters in a model's name are not shown", () => {
  const hostile = withModel("x\u001B[2J\u202Ey\u200B");
  assert.doesNotMatch(
    reportText(viewOfDays(hostile, ["model"]), { isFull: false }, PIPE),
    /[\u001B\u202E\u200B]/,
  );
  assert.doesNotMatch(csvOf(viewOfDays(hostile, ["model"])), /[\u001B\u202E\u200B]/);
});

test("grouped by model, days are summed; grouped by day, models are", () => {
  const brief = (by: "day" | "model") =>
    rowsOf(viewOfDays(days({ days: 2 }), [by])).map(({ day, model, tokens }) => [day ?? model, tokens]);
  assert.deepEqual(brief("model"), [
    ["big", 1_500_000],
    ["small", 10],
  ]);
  assert.deepEqual(brief("day"), [
    [YESTERDAY, 500_000],
    [TODAY, 1_000_010],
  ]);
});

test("sums are capped at 2^53-1", () => {
  const most = Number.MAX_SAFE_INTEGER;
  const counts = {
    requests: 1,
    inputTokens: most,
    outputTokens: most,
    cacheCreationTokens: 0,
    cacheReadTokens: 0,
  };
  const two = { [TODAY]: open({ a: counts }), [YESTERDAY]: open({ a: counts }) };
  const { total } = reportOf({ ...FACTS, view: viewOfDays(usedDays(two, {}, NOW), ["day"]) });
  assert.deepEqual([total.inputTokens, total.tokens], [most, most]);
});

test("the JSON matches its schema, however it is grouped", () => {
  for (const by of [
    ["day", "model"],
    ["day"],
    ["week"],
    ["month"],
    ["model"],
    ["model", "week"],
  ] satisfies By[]) {
    const report = reportOf({ ...FACTS, view: viewOfDays(days(), by), hasCost: by.length === 2 });
    assert.deepEqual(reportSchema.parse(JSON.parse(JSON.stringify(report))), report);
  }
});

test("the JSON has the time of the last beat, and null before the first", () => {
  assert.equal(
    reportOf({ ...FACTS, view: viewOfDays(days(), ["day"]), lastBeat: "2026-11-20T16:45:00.000Z" }).lastBeat,
    "2026-11-20T16:45:00.000Z",
  );
  assert.equal(reportOf({ ...FACTS, view: viewOfDays([], ["day"]) }).lastBeat, null);
});

test("by week, a row has the ISO week, and the first and last of its days that are counted", () => {
  const rows = rowsOf(viewOfDays(days(), ["week"])).map(({ week, from, to, state, tokens }) => [
    week,
    from,
    to,
    state,
    tokens,
  ]);
  assert.deepEqual(rows, [
    ["2026-W46", "2026-11-10", "2026-11-10", "open", 2000],
    ["2026-W47", BEFORE_YESTERDAY, TODAY, "open", 1_500_010],
  ]);
  const [head, line] = csvOf(viewOfDays(days({ days: 2 }), ["week"])).split("\r\n");
  assert.match(head ?? "", /^week,from,to,state,requests,/);
  assert.match(line ?? "", /^2026-W47,2026-11-19,2026-11-20,open,7,/);
});

test("a week is final once its Sunday is", () => {
  const week = Object.fromEntries(daysFrom("2026-11-09", "2026-11-15").map((day) => [day, frozen({})]));
  const stateOf = (records: Days) =>
    rowsOf(viewOfDays(usedDays(records, {}, NOW), ["week"])).map(({ state }) => state);
  assert.deepEqual(stateOf(week), ["frozen"]);
  assert.deepEqual(stateOf({ ...week, "2026-11-12": open({}) }), ["open"]);
  const { "2026-11-15": _, ...others } = week;
  assert.deepEqual(stateOf(others), ["open"]);
});

test("CSV follows RFC 4180: a header, CRLF, quotes around commas and quotes", () => {
  assert.equal(
    csvOf(viewOfDays(withModel('a,"b"'))),
    "day,state,model,requests,input_tokens,output_tokens,cache_creation_tokens,cache_read_tokens,tokens,cache_creation_1h_tokens\r\n" +
      `${TODAY},open,"a,""b""",1,10,0,0,0,10,\r\n`,
  );
});

test("the JSON and the CSV have the cache writes for 1 hour, if they are known", () => {
  const counts = { ...NO_COUNTS, requests: 1, cacheCreationTokens: 9, cacheCreation1hTokens: 7 };
  const view = viewOfDays(usedDays({ [TODAY]: open({ "model-a": counts }) }, {}, NOW));
  assert.equal(rowsOf(view)[0]?.cacheCreation1hTokens, 7);
  assert.match(csvOf(view), /,9,7\r\n$/);
});

for (const name of ["=1+1", "+1", "-1", "@SUM(A1)", " =1", "＝1"]) {
  test(`a spreadsheet does not run a model named ${JSON.stringify(name)}`, () => {
    const [, line = ""] = csvOf(viewOfDays(withModel(name), ["model"])).split("\r\n");
    assert.ok(line.startsWith(`'${name},`), line);
  });
}

test("a spreadsheet that splits cells at semicolons or tabs runs no part of a name", () => {
  const fieldOf = (name: string) => csvOf(viewOfDays(withModel(name), ["model"])).split("\r\n")[1] ?? "";
  assert.ok(fieldOf('a;"=1').startsWith(`"a;'""=1",`), fieldOf('a;"=1'));
  assert.doesNotMatch(fieldOf("a\t=1"), /\t=/);
});

test("with two keys, a row has both; rows follow the order of the first, then what cost the most", () => {
  const view = viewOfDays(days({ days: 2 }), ["model", "day"]);
  assert.deepEqual(
    rowsOf(view).map(({ model, day, tokens }) => [model, day, tokens]),
    [
      ["big", YESTERDAY, 500_000],
      ["big", TODAY, 1_000_000],
      ["small", TODAY, 10],
    ],
  );
});

test("--model selects by a part of the name, also of the short one", () => {
  const names = ["claude-opus-4-5-20251101", "claude-haiku-4-5-20251001"];
  const shown = usedDays(
    { [TODAY]: open(Object.assign({}, ...names.map((name) => used(1, 1, name)))) },
    {},
    NOW,
  );
  const found = (model: string) =>
    rowsOf(viewOfDays(shown, ["model"], { selection: { model } })).map((row) => row.model);
  assert.deepEqual(found("opus"), [names[0]]);
  assert.deepEqual(found("Haiku 4.5"), [names[1]]);
  assert.equal(found("4-5").length, 2);
  assert.deepEqual(found("none"), []);
});

const PRICED = {
  requests: 1,
  inputTokens: 1_000_000,
  outputTokens: 0,
  cacheCreationTokens: 0,
  cacheReadTokens: 0,
};

test("with costs, each row and the total have dollars, or null without a price", () => {
  const shown = usedDays({ [TODAY]: open({ "claude-opus-4-5-20251101": PRICED, other: PRICED }) }, {}, NOW);
  const view = viewOfDays(shown, ["model"]);
  const { rows, total } = reportOf({ ...FACTS, view, hasCost: true });
  assert.deepEqual([rows.map(({ costUsd }) => costUsd), total.costUsd], [[5, null], 5]);
  assert.ok(!("costUsd" in reportOf({ ...FACTS, view }).total));
  assert.deepEqual(
    csvOf(view, true)
      .split("\r\n")
      .map((line) => line.split(",").at(-1)),
    ["cost_usd", "5", "", ""],
  );
});
