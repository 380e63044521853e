// How the limits are laid out on a terminal (rule CLI-5).
import assert from "node:assert/strict";
import { test } from "node:test";
import { statusText } from "../../src/commands/status/text.ts";
import type { Item } from "../../src/contract/index.ts";
import { ASCII, type Screen } from "../../src/text/screen.ts";
import { at, DAY, HOUR, item, MINUTE, NOW, okLimits, stateWith } from "../support/fixtures.ts";
import { PIPE, terminal, widest } from "../support/screens.ts";
import { aStatus } from "../support/status.ts";

const SESSION_RESET = at(NOW + HOUR);
const WEEK_RESET = at(NOW + 3.5 * DAY);
const SESSION = item({ percent: 62, severity: "normal", resetsAt: SESSION_RESET });
const WEEK = item({
  kind: "weekly_all",
  group: "weekly",
  percent: 81,
  severity: "warning",
  resetsAt: WEEK_RESET,
});
const SCOPED = item({
  kind: "weekly_scoped",
  group: "weekly",
  model: "Large",
  percent: 12,
  resetsAt: WEEK_RESET,
});
const { percent: _, ...NO_FIGURE } = item();
const USUAL = [SCOPED, SESSION, WEEK];

/** The part with the limits. */
function limits(items: Item[], screen: Screen): string {
  const state = stateWith({ lastGoodLimits: okLimits(NOW, items) });
  return statusText(aStatus({ state }), screen, { timeZone: "America/Toronto" }).split("\n\n")[1] ?? "";
}
const lines = (items: Item[], screen: Screen) => limits(items, screen).split("\n");

test("a limit has a bar with a mark for the time, what is used and left, its reset and the forecast", () => {
  assert.deepEqual(lines(USUAL, terminal(80)), [
    "Week, all models  ████████████│██████▌░░░░  81% used, 19% left  resets Tue 00:00",
    "                  runs out Sat 21 Nov about 07:40, 64 h before the reset; 5.4% a",
    "                  day would last",
    "5-hour session    ██████████████▉░░░░│░░░░  62% used, 38% left  resets 13:00",
    "                  on pace, up to 22% left at the reset",
    "Week, Large       ██▉░░░░░░░░░│░░░░░░░░░░░  12% used, 88% left  resets Tue 00:00",
    "                  on pace, 46-76% left at the reset",
  ]);
});

test("on a wide terminal the forecast is beside the reset, if there is room for every one", () => {
  assert.deepEqual(lines([SCOPED, SESSION], terminal(140)), [
    "5-hour session  ██████████████████▋░░░░░│░░░░░  62% used, 38% left  resets 13:00      on pace, up to 22% left at the reset",
    "Week, Large     ███▋░░░░░░░░░░░│░░░░░░░░░░░░░░  12% used, 88% left  resets Tue 00:00  on pace, 46-76% left at the reset",
  ]);
});

test("at 40 columns each part has a line of its own", () => {
  assert.deepEqual(lines([SESSION], terminal(40)), [
    "5-hour session",
    "  ███████████▏░░│░░░  62% used, 38% left",
    "  resets 13:00",
    "  on pace, up to 22% left at the reset",
  ]);
});

test("without a terminal each limit is one line without a bar", () => {
  assert.deepEqual(lines([SESSION], PIPE), [
    "5-hour session: 62% used, 38% left; resets 13:00; on pace, up to 22% left at the reset",
  ]);
});

test("on an ASCII terminal the bar is ASCII", () => {
  assert.equal(
    lines([SESSION], { ...terminal(80), glyphs: ASCII })[0],
    "5-hour session  ###################.....|.....  62% used, 38% left  resets 13:00",
  );
});

test("the most urgent limit comes first: used up, then what runs out first, then what will be used most", () => {
  const full = item({
    kind: "weekly_scoped",
    group: "weekly",
    model: "Full",
    percent: 100,
    resetsAt: WEEK_RESET,
  });
  const later = item({
    kind: "weekly_scoped",
    group: "weekly",
    model: "Later",
    percent: 60,
    resetsAt: WEEK_RESET,
  });
  const names = lines([SCOPED, later, SESSION, full, WEEK], PIPE).map((line) => line.split(":")[0]);
  assert.deepEqual(names, ["Week, Full", "Week, all models", "Week, Later", "5-hour session", "Week, Large"]);
});

for (const [what, limit, words] of [
  [
    "is used up",
    { ...SESSION, percent: 100 },
    /^5-hour session: 100% used, 0% left; .*used up until the reset$/,
  ],
  [
    "has not begun",
    { ...SESSION, percent: 0, resetsAt: null },
    /^5-hour session: 0% used, 100% left; not started yet$/,
  ],
  ["has just begun", { ...SESSION, resetsAt: at(NOW + 5 * HOUR - MINUTE) }, /too early for a forecast$/],
  ["has reset", { ...SESSION, resetsAt: at(NOW - MINUTE) }, /reset at 11:59; has reset since$/],
  ["has no figure", NO_FIGURE, /^5-hour session: no figure/],
  [
    "is of an unknown kind",
    item({ kind: "monthly_credits", percent: 5 }),
    /^Monthly credits: 5% used, 95% left/,
  ],
] as const) {
  test(`a limit that ${what} says so`, () => {
    assert.match(limits([limit], PIPE), words);
  });
}

for (const [tone, code, limit] of [
  ["red if it will run out", 31, WEEK],
  ["red if it is used up", 31, { ...SESSION, percent: 100 }],
  ["green if it lasts, whatever the vendor calls it", 32, { ...SESSION, severity: "warning" }],
  ["yellow if hardly anything will be left", 33, { ...SESSION, percent: 75 }],
  ["by the vendor's severity without a forecast", 31, item({ severity: "critical", percent: 10 })],
  ["by its percent without either", 33, item({ percent: 80 })],
] as const) {
  test(`the bar is ${tone}`, () => {
    assert.ok(limits([limit], { ...terminal(80), hasColor: true }).includes(`\u001B[${code}m█`));
  });
}

for (const columns of [120, 80, 59, 40]) {
  test(`at ${columns} columns no line is wider, even with long and wide names`, () => {
    const long = item({
      kind: "weekly_model",
      percent: 97,
      model: "模型 🚀 with a name that is long indeed, as names are",
    });
    assert.ok(widest(limits([...USUAL, long], terminal(columns))) <= columns);
    assert.match(limits([long], terminal(columns)), /模型/);
  });
}
