// How the report's table is laid out on a terminal, wide or narrow (rule CLI-6).
import assert from "node:assert/strict";
import { test } from "node:test";
import { rowsOf } from "../../src/report/rows.ts";
import { reportText } from "../../src/report/text.ts";
import { usedDays } from "../../src/report/use.ts";
import { ASCII } from "../../src/text/screen.ts";
import { BEFORE_YESTERDAY, frozen, NOW, open, TODAY, used, YESTERDAY } from "../support/fixtures.ts";
import { DAYS, days } from "../support/report-days.ts";
import { PIPE, terminal, widest } from "../support/screens.ts";

test("the table has a line a day and model, a bar a day, frozen days marked, and a total", () => {
  const lines = reportText(days(), "day and model", terminal(120)).split("\n");
  assert.match(lines[0] ?? "", /^day, model +reqs +input +output cache w cache r +tokens$/);
  assert.ok(lines.some((line) => /^2026-11-18 \* +0 +0 +0 +0 +0 +0$/.test(line)));
  assert.ok(lines.some((line) => /^2026-11-19 +2 +500 k +0 +0 +0 +500 k █+/.test(line)));
  assert.ok(lines.some((line) => /^ {2}small +1 +10 /.test(line)));
  assert.ok(lines.some((line) => /^total +10 +1\.5 M /.test(line)));
  assert.ok(lines.some((line) => line.startsWith("* frozen: ")));
});

test("the legend of the mark is left out where no day has it", () => {
  assert.doesNotMatch(reportText(days({ days: 2 }), "day", PIPE), /frozen/);
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

/** Two days on which models with such names were used. */
function daysWith(names: readonly string[]) {
  const models = Object.assign({}, ...names.map((name) => used(1234, 123_456_789, name)));
  return usedDays({ [YESTERDAY]: open(models), [TODAY]: open(models) }, {}, NOW);
}

for (const columns of [80, 60, 40]) {
  test(`at ${columns} columns a bar gives way to the models' names, which stand whole`, () => {
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
  test(`at ${columns} columns there is no bar at all where a name needs its room`, () => {
    const text = reportText(daysWith([whole]), "day and model", terminal(columns));
    assert.match(text, new RegExp(`^  ${whole} `, "m"));
    assert.doesNotMatch(text, /[█▏]/);
  });
}

/** Two models that differ in their middle alone. */
const TWINS = ["opus", "sonnet"].map((size) => `us.provider.model-${size}-4-20250514-v1:0`);

test("names stand whole at every width, on lines of their own where they leave no room for figures", () => {
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

test("the figures of a name on lines of its own stand below it, in their columns, and bars have their room", () => {
  const wide = reportText(daysWith(TWINS), "model", terminal(72));
  const figures = " +2\\.5 k +247 M +0 +0 +0 +247 M";
  assert.match(wide, new RegExp(`^${TWINS[0]}\n${figures} █+\n${TWINS[1]}\n${figures} █+\ntotal `, "m"));
  const narrow = reportText(daysWith([`x${TWINS[1]}`]), "day and model", terminal(40));
  assert.match(narrow, /^ {2}xus\.provider\.model-sonnet-4-20250514-v\n {2}1:0\n +123 M\n/m);
});

test("there may be very many rows", () => {
  const models = Object.fromEntries(
    Array.from({ length: 150_000 }, (_, index) => Object.entries(used(1, 1, `m${index}`))).flat(),
  );
  const text = reportText(usedDays({ [TODAY]: open(models) }, {}, NOW), "model", PIPE);
  assert.match(text, /^total +150 k /m);
});

test("the days before the first use are left out of the table, and counted; a later day without use stays", () => {
  const idle = { "2026-11-08": frozen({}), "2026-11-09": frozen({}) };
  const all = usedDays({ ...idle, ...DAYS }, {}, NOW);
  for (const by of ["day", "day and model"] as const) {
    const text = reportText(all, by, terminal(40));
    assert.match(text, /^(day.*)\n2026-11-10 /);
    assert.match(text, /^2 earlier days without use are left out\.$/m);
    assert.match(text, new RegExp(`^${BEFORE_YESTERDAY} `, "m"));
  }
  assert.match(reportText(all.slice(1), "day", PIPE), /^1 earlier day without use is left out\.$/m);
  assert.doesNotMatch(reportText(all.slice(2), "day", PIPE), /left out/);
  assert.doesNotMatch(reportText(all, "model", PIPE), /left out/);
  assert.equal(rowsOf(all, "day").length, 6);
});

test("where no day has any use the last one stands for them", () => {
  const idle = usedDays(
    { [BEFORE_YESTERDAY]: frozen({}), [YESTERDAY]: open({}), [TODAY]: open({}) },
    {},
    NOW,
  );
  const text = reportText(idle, "day and model", PIPE);
  assert.match(text, new RegExp(`^day.*\n${TODAY} .*\ntotal .*\n\n2 earlier days without use`));
  assert.doesNotMatch(text, /frozen/);
});

test("where the terminal shows no more than ASCII, so does the table", () => {
  const text = reportText(daysWith(["m".repeat(50)]), "day", { ...terminal(80), glyphs: ASCII });
  assert.match(text, /^2026-11-19 .* #{21}$/m);
});

test("in no terminal there are no bars, and names are whole", () => {
  const text = reportText(days(), "model", PIPE);
  assert.doesNotMatch(text, /[█▏]/);
  assert.match(text, /longer than any column may be wide/);
});
