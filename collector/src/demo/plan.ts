import { addDays, daysFrom, torontoDay } from "../../../src/base/calendar.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../src/base/durations.ts";
import { RETENTION_DAYS } from "../../../src/contract/index.ts";
import type { Member } from "./cast.ts";
import { between } from "./random.ts";
import { type Scene, spanOf, startOf } from "./scene.ts";

/** A push that a machine sends at an instant. */
export interface PlannedPush {
  readonly member: Member;
  readonly at: number;
  /** The days that it holds: all that a machine keeps, or none if only the limits have changed. */
  readonly days: readonly string[];
  /** Which of the homes sends it, of a machine that has two. */
  readonly home: 0 | 1;
}

/** Every push of the past, the oldest first. */
export function planPast(scene: Scene): PlannedPush[] {
  const pushes = [
    ...scene.cast.flatMap((member) => daysPushes(scene, member)),
    ...reporters(scene).flatMap((member) => limitsPushes(scene, member)),
  ];
  return pushes.sort((a, b) => a.at - b.at);
}

/**
 * A machine pushes its last 36 days many times a day. One push for each 36 days leaves the same record, as no day changes once it is
 * over.
 */
function daysPushes(scene: Scene, member: Member): PlannedPush[] {
  const { first, last } = spanOf(scene, member);
  const pushes: PlannedPush[] = [];
  for (let end = last; end >= first; end = addDays(end, -RETENTION_DAYS - 1)) {
    const usual = addDays(end, -RETENTION_DAYS);
    const days = daysFrom(usual > first ? usual : first, end);
    pushes.push({ member, at: endOf(scene, member, end), days, home: 0 });
  }
  const newest = pushes[0];
  if (member.isTwice === undefined || newest === undefined) return pushes;
  const again = ([1, 0] as const).map((home, index) => ({ ...newest, home, at: newest.at + 1 + index }));
  return [...pushes, ...again];
}

/** When the last push of a day comes: today's came some minutes ago. */
function endOf({ seed, now }: Scene, { label }: Member, day: string): number {
  const evening = startOf(day) + between(17, 23, seed, label, day, "evening") * HOUR_MS;
  return Math.round(Math.min(evening, now - between(1, 14, seed, label, "beat") * MINUTE_MS));
}

/** One machine of each account: whichever machine reads them, limits are the account's. */
function reporters({ cast }: Scene): Member[] {
  const still = cast.filter(({ account, left }) => account !== undefined && left === 0);
  return still.filter(
    (member, index) => still.findIndex(({ account }) => account === member.account) === index,
  );
}

/** How often limits are read, by how many days ago. The page shows the last days more closely. */
const READINGS = [
  { from: 14, hours: Array.from({ length: 16 }, (_, index) => 8 + index) },
  { from: 60, hours: [8.5, 10.5, 12.9, 15.5, 17.9, 22.9] },
  { from: Number.POSITIVE_INFINITY, hours: [12.9, 17.9] },
] as const;

function limitsPushes(scene: Scene, member: Member): PlannedPush[] {
  const { first, last } = spanOf(scene, member);
  return daysFrom(first, last).flatMap((day) => {
    const start = startOf(day);
    const ago = (startOf(torontoDay(scene.now)) - start) / DAY_MS;
    const hours = READINGS.find(({ from }) => ago <= from)?.hours ?? [];
    return hours
      .map((hour) => ({ member, at: start + Math.round(hour * HOUR_MS), days: [], home: 0 as const }))
      .filter(({ at }) => at < scene.now - 15 * MINUTE_MS);
  });
}
