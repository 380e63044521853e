import { isRestart } from "../../forecast/index.ts";
import type { Stretch } from "./stretch.ts";

const ALL = 100;
/** Resets that differ by at most this share of the window are the same reset, as in the forecast. */
const SAME_RESET = 0.01;
/** Resets that differ by at most this are the same, if the length of the window is unknown. In milliseconds. */
const SAME_RESET_MS = 10 * 60_000;

/** What is known of a limit between two resets. Instants in epoch milliseconds. */
export interface LimitWindow {
  readonly from: number;
  /** Its reset, which is ahead for the current one. */
  readonly to: number;
  readonly isOver: boolean;
  /** Percents, from 0 to 100. */
  readonly highest: number;
  /** What was left at its end, or is left now. */
  readonly left: number;
  /** How long it was used up, in milliseconds. */
  readonly fullMs: number;
}

/**
 * The windows of a limit, oldest first.
 * @param stretches oldest first
 * @param length of a window in milliseconds; undefined if unknown: then one begins with its first reading
 */
export function windowsOf(
  stretches: readonly Stretch[],
  length: number | undefined,
  now: number,
): LimitWindow[] {
  const tolerance = Math.max(SAME_RESET_MS, (length ?? 0) * SAME_RESET);
  const groups: Begun[] = [];
  for (const stretch of stretches) {
    const { resetsAt } = stretch;
    if (resetsAt === null || resetsAt <= stretch.firstAt) continue;
    const known = groups.findLast(({ reset }) => Math.abs(reset - resetsAt) <= tolerance);
    if (known === undefined) groups.push({ reset: resetsAt, stretches: [stretch] });
    else known.stretches.push(stretch);
  }
  groups.sort((a, b) => a.reset - b.reset);
  return groups.map((group, index) => windowOf(group, groups[index + 1], length, now));
}

interface Begun {
  readonly reset: number;
  readonly stretches: Stretch[];
}

/** A window ends at its reset, or earlier if the next one began before. */
function windowOf(
  { reset, stretches }: Begun,
  next: Begun | undefined,
  length: number | undefined,
  now: number,
): LimitWindow {
  const first = stretches[0]?.firstAt ?? reset;
  const lastAt = stretches.at(-1)?.lastAt ?? first;
  const to = Math.min(reset, Math.max(lastAt, next?.stretches[0]?.firstAt ?? reset));
  const from = length === undefined ? first : Math.min(first, reset - length);
  const used = stretches.reduce(
    (figure, { highest, last }) => afterFall(afterFall(figure, highest), last),
    0,
  );
  return {
    from,
    to,
    isOver: to <= now,
    highest: Math.max(...stretches.map(({ highest }) => highest)),
    left: ALL - used,
    fullMs: fullTime(stretches, Math.min(to, now)),
  };
}

/** The figure that counts: a lower one is an older one, unless the window restarted. */
function afterFall(before: number, after: number): number {
  return isRestart(before, after) ? after : Math.max(before, after);
}

/** How long the figure was 100, until a restart or the end. */
function fullTime(stretches: readonly Stretch[], end: number): number {
  let total = 0;
  let since: number | undefined;
  const stop = (at: number) => {
    if (since !== undefined) total += Math.max(0, at - since);
    since = undefined;
  };
  for (const { firstAt, lastAt, highest, last, fullAt } of stretches) {
    if (isRestart(ALL, highest)) stop(firstAt);
    if (fullAt !== null) since ??= fullAt;
    if (isRestart(ALL, last)) stop(lastAt);
  }
  stop(end);
  return total;
}
