import { weekStart } from "../../../src/base/calendar.ts";
import type { SnapshotDay } from "../../../src/contract/index.ts";
import { modelId } from "../../../src/prices/index.ts";
import type { Family, Member } from "./cast.ts";
import { between, chance } from "./random.ts";
import { daysBefore, isWeekend, type Scene, workDone } from "./scene.ts";

/** The versions of each family, with the day before today on which each took the place of the one before. */
const MODELS: Readonly<Record<Family, readonly (readonly [from: number, version: string])[]>> = {
  opus: [
    [Number.POSITIVE_INFINITY, "4.6"],
    [190, "4.8"],
    [62, "5.5"],
  ],
  sonnet: [
    [Number.POSITIVE_INFINITY, "4.6"],
    [128, "5"],
  ],
  haiku: [[Number.POSITIVE_INFINITY, "4.5"]],
};

/** How likely a machine is off for a week: those days are missing, which is not the same as zero. */
const AWAY = 0.05;

/** What a machine used on a day until an instant; undefined if it was off. @param more requests on top, of a running demo */
export function dayOf(
  scene: Scene,
  member: Member,
  { day, at, more = 0 }: { readonly day: string; readonly at: number; readonly more?: number },
): SnapshotDay | undefined {
  const before = daysBefore(scene, day);
  if (isAway(scene, member, day) && before > 10) return undefined;
  const requests = Math.round(requestsOn(scene, member, day) * workDone(day, at)) + more;
  const models = (Object.keys(MODELS) as Family[]).flatMap((family) => {
    const share = member.taste[family] * between(0.7, 1.3, scene.seed, member.label, day, family);
    const count = Math.round(requests * share);
    return count === 0 ? [] : [{ model: modelOn(family, before), ...countsOf(scene, member, day, count) }];
  });
  return { day, state: before < 2 ? "open" : "frozen", models };
}

function isAway({ seed }: Scene, { label }: Member, day: string): boolean {
  return chance(seed, label, weekStart(day), "away") < AWAY;
}

/** People work on weekdays, not equally much, and more at the end of the year than at its beginning. */
function requestsOn(scene: Scene, { label, requests, weekend }: Member, day: string): number {
  const growth = 1 - (0.65 * daysBefore(scene, day)) / 365;
  const rest = isWeekend(day) ? weekend : 1;
  const isBusy = chance(scene.seed, label, day, "busy") < 0.06;
  return requests * growth * rest * between(0.5, 1.3, scene.seed, label, day) * (isBusy ? 1.8 : 1);
}

function modelOn(family: Family, before: number): string {
  return modelId(family, MODELS[family].findLast(([from]) => before <= from)?.[1] ?? "");
}

function countsOf({ seed }: Scene, { label }: Member, day: string, requests: number) {
  const each = (low: number, high: number, name: string) =>
    requests * Math.round(between(low, high, seed, label, day, name));
  const cacheCreationTokens = each(3_000, 6_500, "writes");
  return {
    requests,
    inputTokens: each(90, 400, "input"),
    outputTokens: each(500, 1_100, "output"),
    cacheCreationTokens,
    cacheReadTokens: each(45_000, 95_000, "reads"),
    cacheCreation1hTokens: Math.round(cacheCreationTokens * between(0, 0.4, seed, label, day, "hour")),
  };
}
