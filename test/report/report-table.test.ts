// The layout of the report's table on wide and narrow terminals (rule CLI-6).
import assert from "node:assert/strict";
import { test } from "node:test";
import { rowsOf } from "../../src/report/rows.ts";
import { reportText } from "../../src/report/text.ts";
import { usedDays } from "../../src/report/use.ts";
import { ASCII } from "../../src/text/screen.ts";
import { BEFORE_YESTERDAY, frozen, NOW, open, TODAY, used, YESTERDAY } from "../support/fixtures.ts";
import { DAYS, days } from "../support/report-days.ts";
import { PIPE, terminal, widest } from "../support/screens.ts";

test("the table has a line per day and model, a bar per day, a mark for final days, and a total", () => {
  const lines = reportText(days(), "day and model", terminal(120)).split("\n");
  assert.match(lines[0] ?? "", /^day, model +reqs +input +output cache w cache r +tokens$/);
  assert.ok(lines.some((line) => /^2026-11-18 \* +0 +0 +0 +0 +0 +0$/.test(line)));
  assert.ok(lines.some((line) => /^2026-11-19 +2 +500k +0 +0 +0 +500k █+/.test(line)));
  assert.ok(lines.some((line) => /^ {2}small +1 +10 /.test(line)));
  assert.ok(lines.some((line) => /^total +10 +1\.5M /.test(line)));
  assert.ok(lines.some((line) => line.startsWith("* final: ")));
});

test("the mark is explained only if a day has it", () => {
  assert.doesNotMatch(reportText(days({ days: 2 }), "day", PIPE), /final/);
});

for (const columns of [80, 40]) {
  for (const by of ["day and model", "day", "model"] as const) {
    test(`at ${columns} columns, by ${by}, no line is wider`, () => {
      const text = reportText(days(), by, terminal(columns));
      assert.ok(widest(text) <= columns, text);
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
    const text = reportText(daysWith(DATED), "day and model", terminal(columns));
    for (const name of DATED) assert.match(text, new RegExp(`^  ${name} `, "m"));
    assert.match(text, /█{4}/);
    assert.ok(widest(text) <= columns, text);
  });
}

for (const [columns, whole] of [
  [80, "a.provider.model-large-4-5-20251101"],
  [40, "a.provider.model-large-20251101"],
] as const) {
  test(`at ${columns} columns, there are no bars if a name needs the room`, () => {
    const text = reportText(daysWith([whole]), "day and model", terminal(columns));
    assert.match(text, new RegExp(`^  ${whole} `, "m"));
    assert.doesNotMatch(text, /[█▏]/);
  });
}

/** Two models whose names differ only in the middle. */
const TWINS = ["opus", "sonnet"].map((size) => `us.provider.model-${size}-4-20250514-v1:0`);

test("names are whole at every width, on lines of their own if there is no room for figures", () => {
  for (let columns = 40; columns <= 120; columns++) {
    const nested = reportText(daysWith(TWINS), "day and model", terminal(columns));
    const flat = reportText(daysWith(TWINS), "model", terminal(columns));
    for (const name of TWINS) {
      assert.ok(nested.replaceAll("\n  ", "").includes(name), nested);
      assert.ok(flat.replaceAll("\n", "").includes(name), flat);
    }
    assert.ok(widest(nested + flat) <= columns, nested + flat);
  }
});

test("the figures of a name on its own line go below it, in their columns, with room for bars", () => {
  const wide = reportText(daysWith(TWINS), "model", terminal(72));
  const figures = " +2\\.5k +247M +0 +0 +0 +247M";
  assert.match(wide, new RegExp(`^${TWINS[0]}\n${figures} █+\n${TWINS[1]}\n${figures} █+\ntotal `, "m"));
  const narrow = reportText(daysWith([`x${TWINS[1]}`]), "day and model", terminal(40));
  assert.match(narrow, /^ {2}xus\.provider\.model-sonnet-4-20250514-v\n {2}1:0\n +123M\n/m);
});

test("the report handles a very large number of rows", () => {
  const models = Object.fromEntries(
    Array.from({ length: 150_000 }, (_, index) => Object.entries(used(1, 1, `m${index}`))).flat(),
  );
  const text = reportText(usedDays({ [TODAY]: open(models) }, {}, NOW), "model", PIPE);
  assert.match(text, /^total +150k /m);
});

test("days before the first usage are not shown but counted; later days without usage are shown", () => {
  const idle = { "2026-11-08": frozen({}), "2026-11-09": frozen({}) };
  const all = usedDays({ ...idle, ...DAYS }, {}, NOW);
  for (const by of ["day", "day and model"] as const) {
    const text = reportText(all, by, terminal(40));
    assert.match(text, /^(day.*)\n2026-11-10 /);
    assert.match(text, /^2 earlier days without usage not shown\.$/m);
    assert.match(text, new RegExp(`^${BEFORE_YESTERDAY} `, "m"));
  }
  assert.match(reportText(all.slice(1), "day", PIPE), /^1 earlier day without usage not shown\.$/m);
  assert.doesNotMatch(reportText(all.slice(2), "day", PIPE), /not shown/);
  assert.doesNotMatch(reportText(all, "model", PIPE), /not shown/);
  assert.equal(rowsOf(all, "day").length, 6);
});

test("if no day has usage, only the last is shown", () => {
  const idle = usedDays(
    { [BEFORE_YESTERDAY]: frozen({}), [YESTERDAY]: open({}), [TODAY]: open({}) },
    {},
    NOW,
  );
  const text = reportText(idle, "day and model", PIPE);
  assert.match(text, new RegExp(`^day.*\n${TODAY} .*\ntotal .*\n\n2 earlier days without usage`));
  assert.doesNotMatch(text, /final/);
});

test("a terminal without UTF-8 gets ASCII bars", () => {
  const text = reportText(daysWith(["m".repeat(50)]), "day", { ...terminal(80), glyphs: ASCII });
  assert.match(text, /^2026-11-19 .* #{21}$/m);
});

test("without a terminal there are no bars, and names are whole", () => {
  const text = reportText(days(), "model", PIPE);
  assert.doesNotMatch(text, /[█▏]/);
  assert.match(text, /longer than any column may be wide/);
});
