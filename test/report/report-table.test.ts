// The layout of the report's table on wide and narrow terminals (rule CLI-6).
import assert from "node:assert/strict";
import { test } from "node:test";
import { type By, byWords } from "../../src/report/keys.ts";
import { reportText } from "../../src/report/text.ts";
import { type DayUse, usedDays } from "../../src/report/use.ts";
import { ASCII, type Screen } from "../../src/text/screen.ts";
import { BEFORE_YESTERDAY, frozen, NOW, open, TODAY, used, YESTERDAY } from "../support/fixtures.ts";
import { DAYS, days, viewOfDays } from "../support/report-days.ts";
import { PIPE, terminal, widest } from "../support/screens.ts";

const BOTH: By = ["day", "model"];

function table(
  shown: readonly DayUse[],
  by: By,
  screen: Screen,
  rest: { isFull?: boolean; limit?: number } = {},
) {
  const { isFull = false, ...facts } = rest;
  return reportText(viewOfDays(shown, by, facts), { isFull }, screen);
}

const OPUS = "claude-opus-4-5-20251101";
/** Costs $5 on this model. */
const MILLION = {
  requests: 2,
  inputTokens: 1_000_000,
  outputTokens: 0,
  cacheCreationTokens: 0,
  cacheReadTokens: 0,
};
const COSTLY = usedDays(
  {
    [YESTERDAY]: frozen({ [OPUS]: MILLION, other: MILLION }),
    [TODAY]: open({ [OPUS]: { ...MILLION, inputTokens: 2_000_000 } }),
  },
  {},
  NOW,
);

test("by day, a line has the weekday, the cost, the requests, the tokens, and a bar by cost", () => {
  assert.deepEqual(table(COSTLY, ["day"], terminal(60)).split("\n"), [
    "day            cost  tokens",
    "Thu 19 Nov   $5.00+    2.0M  ███████████████",
    "Fri 20 Nov   $10.00    2.0M  ██████████████████████████████",
    "total       $15.00+    4.0M",
    "",
    "+ some models have no price.",
    "Costs are estimates at API list prices of 23 Sept 2026. Days",
    "are in Toronto time.",
    "",
  ]);
});

test("without prices there is no column of costs, and bars are by tokens", () => {
  const text = table(days({ days: 2 }), ["day"], terminal(80));
  assert.match(text, /^day +requests +tokens$/m);
  assert.match(text, /^Thu 19 Nov +2 +500k {2}█{15}$/m);
  assert.match(text, /^Fri 20 Nov +5 +1\.0M {2}█{30}$/m);
  assert.doesNotMatch(text, /\$|Costs/);
});

test("a model without a price has a dash, and the total a plus", () => {
  const text = table(COSTLY, ["model"], PIPE);
  assert.match(text, /^Opus 4\.5 +\$15\.00 /m);
  assert.match(text, /^other +- /m);
  assert.match(text, /^total +\$15\.00\+ /m);
  assert.match(text, /^\+ some models have no price\.$/m);
});

test("a cost that depends on cache writes of unknown length is marked", () => {
  const writes = { ...MILLION, cacheCreationTokens: 1_000_000 };
  const text = table(usedDays({ [TODAY]: open({ [OPUS]: writes }) }, {}, NOW), ["day"], PIPE);
  assert.match(text, /^Fri 20 Nov +~\$13\.13 /m);
  assert.match(text, /^~ the middle of a range/m);
});

test("the full table has each kind of tokens, a line per model, and a mark for final days", () => {
  const text = table(days(), BOTH, terminal(140), { isFull: true });
  const lines = text.split("\n");
  assert.match(lines[0] ?? "", /^day, model +requests +input +output +cache w +cache r +tokens$/);
  assert.ok(lines.some((line) => /^Wed 18 Nov \* +0 +0 +0 +0 +0 +0$/.test(line)));
  assert.ok(lines.some((line) => /^Thu 19 Nov +2 +500k +0 +0 +0 +500k +█+/.test(line)));
  assert.ok(lines.some((line) => /^ {2}small +1 +10 /.test(line)));
  assert.ok(lines.some((line) => /^total +10 +1\.5M /.test(line)));
  assert.ok(lines.some((line) => line.startsWith("* final: ")));
  assert.doesNotMatch(table(days({ days: 2 }), BOTH, PIPE, { isFull: true }), /final/);
});

test("by week, a line has the week and its days; by month, the month", () => {
  const weeks = table(days(), ["week"], terminal(80)).split("\n");
  assert.match(weeks[1] ?? "", /^2026-W46, 10 Nov +3 /);
  assert.match(weeks[2] ?? "", /^2026-W47, 18-20 Nov +7 +1\.5M {2}█+$/);
  assert.match(table(days(), ["month"], PIPE), /^Nov 2026 +10 /m);
});

test("with a limit, the newest days or the largest models are shown, and the others are one line", () => {
  assert.match(
    table(days(), ["day"], PIPE, { limit: 2 }),
    /^day.*\n2 more +3 .*\nThu .*\nFri .*\ntotal +10 /,
  );
  assert.match(table(days(), ["model"], PIPE, { limit: 1 }), /^model.*\nbig +6 .*\n2 more +4 .*\ntotal +10 /);
});

test("two models with the same short name are shown with their ids", () => {
  const twins = Object.assign(
    {},
    ...["20250514", "20250929"].map((date) => used(1, 1, `claude-opus-4-5-${date}`)),
  );
  const text = table(usedDays({ [TODAY]: open(twins) }, {}, NOW), ["model"], PIPE);
  assert.match(text, /^claude-opus-4-5-20250514 /m);
  assert.match(text, /^claude-opus-4-5-20250929 /m);
});

for (const columns of [80, 40]) {
  for (const by of [BOTH, ["day"], ["week"], ["model"], ["model", "week"]] as const) {
    test(`at ${columns} columns, by ${byWords(by)}, no line is wider`, () => {
      for (const isFull of [true, false]) {
        const text = table(days(), by, terminal(columns), { isFull });
        assert.ok(widest(text) <= columns, text);
      }
    });
  }
}

const DATED = ["model-medium-4-5-20250929", "model-large-4-5-20251101", "model-large-4-5-20251124"];

/** Two days with usage of models with these names. */
function daysWith(names: readonly string[]) {
  const models = Object.assign({}, ...names.map((name) => used(1234, 123_456_789, name)));
  return usedDays({ [YESTERDAY]: open(models), [TODAY]: open(models) }, {}, NOW);
}

for (const columns of [80, 60, 40]) {
  test(`at ${columns} columns, bars get shorter so that the models' names fit whole`, () => {
    const text = table(daysWith(DATED), BOTH, terminal(columns));
    for (const name of DATED) assert.match(text, new RegExp(`^  ${name} `, "m"));
    assert.ok(widest(text) <= columns, text);
  });
}

/** Two models whose names differ only in the middle. */
const TWINS = ["opus", "sonnet"].map((size) => `us.provider.model-${size}-4-20250514-v1:0`);

test("names are whole at every width, on lines of their own if there is no room for figures", () => {
  for (let columns = 40; columns <= 120; columns++) {
    const nested = table(daysWith(TWINS), BOTH, terminal(columns));
    const flat = table(daysWith(TWINS), ["model"], terminal(columns));
    for (const name of TWINS) {
      assert.ok(nested.replaceAll("\n  ", "").includes(name), nested);
      assert.ok(flat.replaceAll("\n", "").includes(name), flat);
    }
    assert.ok(widest(nested + flat) <= columns, nested + flat);
  }
});

test("the report handles a very large number of rows", () => {
  const models = Object.fromEntries(
    Array.from({ length: 150_000 }, (_, index) => Object.entries(used(1, 1, `m${index}`))).flat(),
  );
  const text = table(usedDays({ [TODAY]: open(models) }, {}, NOW), ["model"], PIPE);
  assert.match(text, /^total +150k /m);
});

test("days before the first usage are not shown but counted; later days without usage are shown", () => {
  const idle = { "2026-11-08": frozen({}), "2026-11-09": frozen({}) };
  const all = usedDays({ ...idle, ...DAYS }, {}, NOW);
  for (const by of [["day"], BOTH] as const) {
    const text = table(all, by, terminal(40));
    assert.match(text, /^day.*\nTue 10 Nov /);
    assert.match(text, /^2 earlier days without usage not shown\.$/m);
    assert.match(text, /^Wed 18 Nov +0$/m);
  }
  assert.match(table(all.slice(1), ["day"], PIPE), /^1 earlier day without usage not shown\.$/m);
  assert.doesNotMatch(table(all.slice(2), ["day"], PIPE), /not shown/);
  assert.doesNotMatch(table(all, ["model"], PIPE), /not shown/);
});

test("if no day has usage, only the last is shown", () => {
  const idle = usedDays(
    { [BEFORE_YESTERDAY]: frozen({}), [YESTERDAY]: open({}), [TODAY]: open({}) },
    {},
    NOW,
  );
  assert.match(table(idle, ["day"], PIPE), /^day.*\nFri 20 Nov .*\ntotal .*\n\n2 earlier days without usage/);
});

test("a terminal without UTF-8 gets ASCII bars", () => {
  const text = table(daysWith(["m".repeat(50)]), ["day"], { ...terminal(80), glyphs: ASCII });
  assert.match(text, /^Thu 19 Nov .* #{30}$/m);
});

test("without a terminal there are no bars, and names are whole", () => {
  const text = table(days(), ["model"], PIPE);
  assert.doesNotMatch(text, /[█▏]/);
  assert.match(text, /longer than any column may be wide/);
});
