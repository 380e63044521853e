// The queries of /api/v1/usage, and its answers as CSV.
import assert from "node:assert/strict";
import { test } from "node:test";
import { csvText } from "../../src/report/csv.ts";
import { readHistoryQuery, readUsageQuery, usageCsv, usageJson } from "../src/api/index.ts";

const TODAY = "2026-11-22";
const COUNTS = {
  requests: 1n,
  inputTokens: 2n,
  outputTokens: 3n,
  cacheCreationTokens: 4n,
  cacheReadTokens: 5n,
  cacheCreation1hTokens: 0n,
};

test("without a range: the last 30 days, by day", () => {
  assert.deepEqual(readUsageQuery({}, TODAY), {
    status: "ok",
    query: { from: "2026-10-24", to: TODAY, by: ["day"] },
    format: "json",
    cost: false,
  });
});

test("groupings are put in their order, and a filter may be repeated", () => {
  const read = readUsageQuery({ by: "model,day", model: ["a", "b"], account: "" }, TODAY);
  assert.ok(read.status === "ok");
  assert.deepEqual(
    [read.query.by, read.query.model, read.query.account],
    [["day", "model"], ["a", "b"], [null]],
  );
});

for (const [given, path] of [
  [{ from: "2026-02-30" }, "from"],
  [{ from: "2026-11-23", to: "2026-11-22" }, "from"],
  [{ from: "2010-01-01", to: TODAY }, "from"],
  [{ to: "yesterday" }, "to"],
  [{ to: "1989-12-31" }, "to"],
  [{ from: "1989-12-31", to: "1990-01-01" }, "from"],
  [{ from: ["2026-01-01", "2026-01-02"] }, "from"],
  [{ to: ["2026-01-01", "2026-01-02"] }, "to"],
  [{ by: "hour" }, "by"],
  [{ by: "" }, "by"],
  [{ by: "day,day" }, "by"],
  [{ by: ["day", "model"] }, "by"],
  [{ format: "xml" }, "format"],
  [{ cost: "yes" }, "cost"],
  [{ machine: "\0" }, "machine"],
  [{ model: ["large", "a\0"] }, "model"],
  [{ account: "\0" }, "account"],
  [{ machines: "x" }, ""],
  [{ constructor: "x" }, ""],
] as const) {
  test(`${JSON.stringify(given)} is refused`, () => {
    assert.deepEqual(readUsageQuery(given, TODAY), { status: "invalid_query", path });
  });
}

test("an account with a NUL is refused in the history of limits", () => {
  assert.deepEqual(readHistoryQuery({ account: "\0" }, TODAY), { status: "invalid_query", path: "account" });
});

for (const to of ["1990-01-01", "9999-12-31"]) {
  test(`the first and the last day that may be asked for: ${to}`, () => {
    assert.equal(readUsageQuery({ to }, TODAY).status, "ok");
  });
}

test("JSON caps a sum at 2^53-1, and CSV does not", () => {
  const row = { day: TODAY, ...COUNTS, inputTokens: 2n ** 60n };
  const json = JSON.parse(usageJson({ from: TODAY, to: TODAY }, ["day"], [row]));
  assert.equal(json.rows[0].inputTokens, Number.MAX_SAFE_INTEGER);
  assert.ok(usageCsv(["day"], [row], false).includes(`${2n ** 60n}`));
});

test("the 1-hour part is in JSON only where it is not 0", () => {
  const rows = [COUNTS, { ...COUNTS, cacheCreation1hTokens: 4n }];
  const json = JSON.parse(usageJson({ from: TODAY, to: TODAY }, [], rows));
  assert.deepEqual(
    json.rows.map((row: object) => "cacheCreation1hTokens" in row),
    [false, true],
  );
});

test("CSV: null is empty, and quotes are doubled", () => {
  assert.equal(
    csvText([
      ["a", "b"],
      [null, 'say "x", y\r\nz'],
    ]),
    'a,b\r\n,"say ""x"", y\r\nz"\r\n',
  );
});

for (const text of ["=1+1", "+1", "-1", "@sum", "\t=1", "\r=1", "\n=1", "＝1", "＋1", "－1", "＠sum"]) {
  test(`CSV: ${JSON.stringify(text)} runs nowhere as a formula`, () => {
    assert.match(csvText([[text]]), /^"?'/);
  });
}

test("CSV: nothing that may be left out, and no end of a cell, leads to a formula", () => {
  for (const start of [" ", "\u00a0", "\u200b", "\ufeff", "\v", '"'])
    assert.match(csvText([[`${start}=1`]]), /^"?'/, JSON.stringify(start));
  assert.equal(
    csvText([["a;=1;", 'a; "=1', "a\t=1", "a\n@sum", "a;b", "a=1"]]),
    `"a;'=1;","a;' ""=1","a\t'=1","a\n'@sum","a;b",a=1\r\n`,
  );
});
