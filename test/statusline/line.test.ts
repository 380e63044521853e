// The line of a status line, as long as fits (rule STATUSLINE-3). Times are local: these tests name none but the day.
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Item, Models } from "../../src/contract/index.ts";
import type { Reading } from "../../src/forecast/index.ts";
import { shownLimits } from "../../src/statusline/limits.ts";
import { statusLine } from "../../src/statusline/line.ts";
import { clockTime, localDay } from "../../src/statusline/times.ts";
import { at, DAY, HOUR, item, MINUTE, NOW } from "../support/fixtures.ts";

const SESSION_RESET = NOW + 2 * HOUR;
const WEEK_RESET = NOW + 3 * DAY;
const SESSION = item({ percent: 62, resetsAt: at(SESSION_RESET) });
const WEEK = item({ kind: "weekly_all", group: "weekly", percent: 20, resetsAt: at(WEEK_RESET) });
const OPUS = item({
  kind: "weekly_scoped",
  group: "weekly",
  percent: 3,
  resetsAt: at(WEEK_RESET),
  model: "Opus",
});
/** It was used early and not since, so that it lasts. */
const EARLY: readonly Reading[] = [
  {
    kind: "session",
    group: "session",
    model: null,
    percent: 62,
    resetsAt: at(SESSION_RESET),
    fetchedAt: at(NOW - 2 * HOUR),
  },
];
const COUNTS = {
  requests: 1,
  inputTokens: 1_000_000,
  outputTokens: 0,
  cacheCreationTokens: 0,
  cacheReadTokens: 0,
};
const PRICED: Models = { "claude-opus-4-6": COUNTS };

interface Given {
  readonly items?: readonly Item[];
  readonly history?: readonly Reading[];
  readonly models?: Models;
  readonly day?: string;
  readonly age?: number;
  readonly columns?: number;
  readonly isEmpty?: boolean;
}

function line({
  items = [SESSION, WEEK],
  history = EARLY,
  models = {},
  day = localDay(NOW),
  age = 0,
  columns = 200,
  isEmpty = false,
}: Given = {}): string {
  const saved = { items, fetchedAt: NOW - age, history, modelsOn: () => models };
  const { limits, fetchedAt } = shownLimits(saved, [], NOW);
  return statusLine({ limits, fetchedAt, day, models, now: NOW, isEmpty }, columns);
}

const [sessionTime, weekTime] = [clockTime(SESSION_RESET, NOW), clockTime(WEEK_RESET, NOW)];

test("what is left of the session and the week, when they reset, and what the day cost", () => {
  assert.equal(
    line({ models: PRICED }),
    `5h 38% left, resets ${sessionTime} | week 80% left, resets ${weekTime} | $5.00 today`,
  );
});

test("a limit that runs out before its reset has the time when it does", () => {
  const text = line({ items: [item({ percent: 90, resetsAt: at(SESSION_RESET) })], history: [] });
  assert.match(text, /^5h 10% left, out (?:\w{3} )?\d\d:\d0$/);
});

test("on a narrow screen, when a limit runs out outlives the word left of one that lasts", () => {
  const items = [item({ percent: 90, resetsAt: at(SESSION_RESET) }), WEEK];
  const at37 = line({ items, history: [], columns: 37 });
  assert.match(at37, /^5h 10% left, out (?:\w{3} )?\d\d:\d0 \| week 80%$/);
  assert.equal(line({ items, history: [], columns: 26 }), "5h 10% | week 80%");
});

test("the session comes before the week, and the limits of models after both", () => {
  assert.equal(
    line({ items: [OPUS, WEEK, SESSION] }),
    `5h 38% left, resets ${sessionTime} | week 80% left, resets ${weekTime} | week Opus 97% left, resets ${weekTime}`,
  );
});

test("old limits have their age", () => {
  assert.match(line({ age: 45 * MINUTE }), /resets \S+ ?\S*$/);
  assert.match(line({ age: 3 * HOUR }), / \| limits 3 h old$/);
});

test("an unknown model's tokens are shown without a price; beside known ones, the cost is a least one", () => {
  assert.match(line({ models: { unheard: COUNTS } }), / \| 1\.0M tokens today$/);
  assert.match(line({ models: { ...PRICED, unheard: COUNTS } }), / \| \$5\.00\+ today$/);
});

test("cache writes of unknown length give a range", () => {
  const models = { "claude-opus-4-6": { ...COUNTS, cacheCreationTokens: 1_000_000 } };
  assert.match(line({ models }), / \| \$11\.25-15\.00 today$/);
});

test("the day is named if it is not the local one", () => {
  assert.match(line({ models: PRICED, day: "2026-11-07" }), / \| \$5\.00 on 7 Nov$/);
});

test("without limits it says so, and shows the cost", () => {
  assert.equal(line({ items: [], models: PRICED }), "no limits known | $5.00 today");
  assert.equal(line({ items: [], isEmpty: true }), "no refresh yet");
});

test("on a narrow screen details are left out first, then the models', then the cost, then the session", () => {
  const given = { items: [SESSION, WEEK, OPUS], models: PRICED };
  const shown = [200, 80, 60, 50, 30, 15, 8, 3].map((columns) => line({ ...given, columns }));
  assert.deepEqual(shown, [
    `5h 38% left, resets ${sessionTime} | week 80% left, resets ${weekTime} | week Opus 97% left, resets ${weekTime} | $5.00 today`,
    `5h 38% left, resets ${sessionTime} | week 80% left, resets ${weekTime} | $5.00 today`,
    "5h 38% left | week 80% left | $5.00 today",
    "5h 38% left | week 80% left | $5.00 today",
    "5h 38% left | week 80% left",
    "week 80%",
    "week 80%",
    "wee",
  ]);
});

test("a model's limit that is nearly used up stays on a narrow screen", () => {
  const nearly = { ...OPUS, percent: 95 };
  assert.match(line({ items: [SESSION, WEEK, nearly], columns: 70 }), /week Opus 5% left/);
});

test("whatever the names are, the line fits and has no control characters", () => {
  const text = fc.oneof(fc.string(), fc.string({ unit: "binary" }), fc.constant("\u001B[31m\n日本"));
  const items = fc.array(
    fc.record({
      kind: fc.oneof(text, fc.constantFrom("session", "weekly_all", "weekly_scoped")),
      group: text,
      model: fc.option(text),
      percent: fc.integer({ min: 0, max: 100 }),
      resetsAt: fc.option(fc.integer({ min: NOW - DAY, max: NOW + 9 * DAY }).map(at)),
    }),
    { maxLength: 12 },
  );
  const property = fc.property(items, fc.integer({ min: 1, max: 200 }), (given, columns) => {
    const shown = line({ items: given, columns, history: [] });
    assert.ok(shown.length >= 1 && shown.length <= columns, JSON.stringify(shown));
    assert.doesNotMatch(shown, /\p{Cc}/u);
  });
  fc.assert(property);
});
