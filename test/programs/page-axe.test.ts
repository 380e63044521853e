// What axe finds on the report's page: nothing, in any of its states.
import assert from "node:assert/strict";
import { test } from "node:test";
import { entriesOf } from "../../src/report/groups.ts";
import { usedDays } from "../../src/report/use.ts";
import { axeFindings, skip } from "../support/browser.ts";
import {
  at,
  DAY,
  frozen,
  HOUR,
  item,
  NOW,
  okLimits,
  open,
  TODAY,
  used,
  YESTERDAY,
} from "../support/fixtures.ts";
import { pageWith } from "../support/page.ts";

const HOSTILE = `</td><script>alert(1)</script> ${"very-long-name-".repeat(6)}`;
const DAYS = {
  [YESTERDAY]: frozen({ ...used(2, 2_000_000, "claude-opus-4-6"), ...used(1, 1_000_000, HOSTILE) }),
  [TODAY]: open(used(3, 1_000_000, "claude-haiku-4-5-20251001")),
};
const placed = entriesOf(usedDays(DAYS, {}, NOW)).map((entry, index) => ({
  ...entry,
  project: index === 0 ? HOSTILE : "shop",
  hour: `${entry.day}T14:00`,
}));
const week = (percent: number, model: string | null) =>
  item({
    kind: model === null ? "weekly_all" : "weekly_scoped",
    group: "weekly",
    percent,
    model,
    resetsAt: at(NOW + 3 * DAY),
  });
const LIMITS = [item({ percent: 100, resetsAt: at(NOW + HOUR) }), week(80, null), week(30, HOSTILE)];

const PAGES = {
  typical: pageWith(DAYS, { placed, limits: okLimits(NOW, LIMITS), label: HOSTILE }),
  kept: pageWith(DAYS, { placed, reloads: true }),
  new: pageWith({}, { limits: undefined }),
  "no-limits": pageWith(DAYS, { limits: { status: "token_expired", fetchedAt: null, items: [] } }),
  unused: pageWith({ [TODAY]: open({}) }, { limits: okLimits(NOW, [week(0, null)]) }),
};

for (const scheme of ["light", "dark"] as const) {
  test(`axe finds nothing on the page in any state, ${scheme}`, { skip }, async (t) => {
    assert.deepEqual(await axeFindings(t, PAGES, [1280, 375], scheme), []);
  });
}
