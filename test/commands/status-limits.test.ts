// How the limits are laid out on a terminal: a row each, if there is room (rule CLI-5).
import assert from "node:assert/strict";
import { test } from "node:test";
import { statusText } from "../../src/commands/status/text.ts";
import type { Item } from "../../src/contract/index.ts";
import { ASCII, type Screen } from "../../src/text/screen.ts";
import { at, HOUR, item, NOW, okLimits, stateWith } from "../support/fixtures.ts";
import { terminal } from "../support/screens.ts";
import { aStatus } from "../support/status.ts";

/** The lines of the limits on this terminal. */
function limits(items: Item[], screen: Screen): string[] {
  const state = stateWith({ lastGoodLimits: okLimits(NOW, items) });
  const [part = ""] = statusText(aStatus({ state }), screen, "America/Toronto").split("\n\n");
  return part.split("\n").slice(1);
}

const USUAL: Item[] = [
  item({ percent: 62, severity: "normal", resetsAt: at(NOW + 2 * HOUR + 600_000) }),
  item({ kind: "weekly_all", percent: 81, severity: "warning", resetsAt: at(NOW + 76 * HOUR) }),
  item({ kind: "weekly_scoped", model: "Large", percent: 12, resetsAt: at(NOW + 160 * HOUR) }),
];

test("at 120 columns a limit is a row, with the day of its reset", () => {
  assert.deepEqual(limits(USUAL, terminal(120)), [
    "  session               ██████████████████▋░░░░░░░░░░░  62%  resets 14:10, in 2 h 10 min",
    "  weekly all            ████████████████████████▎░░░░░  81%  warning; resets Mon 23 Nov, 16:00, in 3 d 4 h",
    "  weekly scoped (Large) ███▋░░░░░░░░░░░░░░░░░░░░░░░░░░  12%  resets Fri 27 Nov, 04:00, in 6 d 16 h",
  ]);
});

test("at 80 columns a limit is still a row: first the bar shrinks, then the day of the month is dropped", () => {
  assert.deepEqual(limits(USUAL, terminal(80)), [
    "  session               ███████▌░░░░  62%  resets 14:10, in 2 h 10 min",
    "  weekly all            █████████▊░░  81%  warning; resets Mon 16:00, in 3 d 4 h",
    "  weekly scoped (Large) █▌░░░░░░░░░░  12%  resets Fri 04:00, in 6 d 16 h",
  ]);
});

test("at 59 columns the reset goes below the bar", () => {
  assert.deepEqual(limits(USUAL.slice(0, 2), terminal(59)), [
    "  session    ██████████████████▋░░░░░░░░░░░  62%",
    "    resets 14:10, in 2 h 10 min",
    "  weekly all ████████████████████████▎░░░░░  81%",
    "    warning; resets Mon 23 Nov, 16:00, in 3 d 4 h",
  ]);
});

test("a name that leaves no room goes above its bar, and the other limits keep their row", () => {
  const long = item({ kind: "weekly_scoped", model: "model-medium-4-5-20250929", percent: 12 });
  assert.deepEqual(limits([...USUAL.slice(0, 2), long], terminal(80)), [
    "  session    █████████▎░░░░░  62%  resets 14:10, in 2 h 10 min",
    "  weekly all ████████████▏░░  81%  warning; resets Mon 23 Nov, 16:00, in 3 d 4 h",
    "  weekly scoped (model-medium-4-5-20250929)",
    "             █▊░░░░░░░░░░░░░  12%  reset time unknown",
  ]);
});

test("at 40 columns a long name is shown whole above its bar, so that two models can be told apart", () => {
  const long = ["sonnet", "opus"].map((size) =>
    item({ kind: "weekly_scoped", model: `us.provider.model-${size}-4-20250514-v1:0` }),
  );
  assert.deepEqual(
    limits(long, terminal(40)).filter((line) => !/%|reset/.test(line)),
    [
      "  weekly scoped",
      "  (us.provider.model-sonnet-4-20250514-v",
      "  1:0)",
      "  weekly scoped",
      "  (us.provider.model-opus-4-20250514-v1:",
      "  0)",
    ],
  );
});

test("on an ASCII terminal the bars are ASCII", () => {
  assert.deepEqual(limits(USUAL.slice(0, 1), { ...terminal(60), glyphs: ASCII }), [
    "  session ##########......  62%  resets 14:10, in 2 h 10 min",
  ]);
});
