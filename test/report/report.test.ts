// The report: its days, its rows, JSON and CSV (rule CLI-6).
import assert from "node:assert/strict";
import { test } from "node:test";
import { readOptions } from "../../src/commands/report/options.ts";
import { csvOf } from "../../src/report/csv.ts";
import { reportOf, reportSchema, rowsOf } from "../../src/report/rows.ts";
import { reportText } from "../../src/report/text.ts";
import { usedDays } from "../../src/report/use.ts";
import { BEFORE_YESTERDAY, NOW, open, TODAY, used, YESTERDAY } from "../support/fixtures.ts";
import { days } from "../support/report-days.ts";
import { PIPE } from "../support/screens.ts";

const FACTS = { program: "agent-usage", lastBeat: null };
const withModel = (model: string) => usedDays({ [TODAY]: open(used(1, 10, model)) }, {}, NOW);

test("the report has the recorded days, oldest first; --days counts today, --since includes its day", () => {
  const named = (span = {}) => days(span).map(({ day }) => day);
  assert.deepEqual(named(), ["2026-11-10", BEFORE_YESTERDAY, YESTERDAY, TODAY]);
  assert.deepEqual(named({ days: 1 }), [TODAY]);
  assert.deepEqual(named({ days: 3 }), [BEFORE_YESTERDAY, YESTERDAY, TODAY]);
  assert.deepEqual(named({ since: YESTERDAY }), [YESTERDAY, TODAY]);
});

const wrong: [Record<string, string | true>, RegExp][] = [
  [{ days: "0" }, /--days/],
  [{ days: "-1" }, /--days/],
  [{ days: "1.5" }, /--days/],
  [{ days: "1e3" }, /--days/],
  [{ since: "2026-02-30" }, /--since/],
  [{ since: "yesterday" }, /--since/],
  [{ since: "2026-11-21" }, /--since/],
  [{ by: "hour" }, /--by/],
  [{ html: "" }, /--html/],
  [{ days: "1", since: TODAY }, /--days and --since/],
  [{ json: true, csv: true }, /--json, --csv and --html/],
  [{ json: true, html: "-" }, /--json, --csv and --html/],
  [{ by: "day", html: "-" }, /--by and --html/],
];
for (const [given, message] of wrong) {
  test(`refused: ${JSON.stringify(given)}`, () => {
    const read = readOptions(new Map(Object.entries(given)), NOW);
    assert.equal(read.status, "wrong");
    assert.match(read.status === "wrong" ? read.message : "", message);
  });
}

test("control and direction characters in a model's name are not shown", () => {
  const hostile = withModel("x\u001B[2J\u202Ey\u200B");
  assert.doesNotMatch(reportText(hostile, "model", PIPE), /[\u001B\u202E\u200B]/);
  assert.doesNotMatch(csvOf(rowsOf(hostile, "model"), "model"), /[\u001B\u202E\u200B]/);
});

test("grouped by model, days are summed; grouped by day, models are", () => {
  const brief = (by: "day" | "model") =>
    rowsOf(days({ days: 2 }), by).map(({ day, model, tokens }) => [day ?? model, tokens]);
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
  const { total } = reportOf({ ...FACTS, days: usedDays(two, {}, NOW), by: "day" });
  assert.deepEqual([total.inputTokens, total.tokens], [most, most]);
});

test("the JSON matches its schema, however it is grouped", () => {
  for (const by of ["day and model", "day", "model"] as const) {
    const report = reportOf({ ...FACTS, days: days(), by });
    assert.deepEqual(reportSchema.parse(JSON.parse(JSON.stringify(report))), report);
  }
});

test("the JSON has the time of the last beat, and null before the first", () => {
  assert.equal(
    reportOf({ ...FACTS, days: days(), by: "day", lastBeat: "2026-11-20T16:45:00.000Z" }).lastBeat,
    "2026-11-20T16:45:00.000Z",
  );
  assert.equal(reportOf({ ...FACTS, days: [], by: "day" }).lastBeat, null);
});

test("CSV follows RFC 4180: a header, CRLF, quotes around commas and quotes", () => {
  assert.equal(
    csvOf(rowsOf(withModel('a,"b"'), "day and model"), "day and model"),
    "day,state,model,requests,input_tokens,output_tokens,cache_creation_tokens,cache_read_tokens,tokens\r\n" +
      `${TODAY},open,"a,""b""",1,10,0,0,0,10\r\n`,
  );
});

for (const name of ["=1+1", "+1", "-1", "@SUM(A1)", " =1", "＝1"]) {
  test(`a spreadsheet does not run a model named ${JSON.stringify(name)}`, () => {
    const [, line = ""] = csvOf(rowsOf(withModel(name), "model"), "model").split("\r\n");
    assert.ok(line.startsWith(`'${name},`), line);
  });
}
