import { html, type LimitWindow } from "../../../../src/report/index.ts";
import { duration } from "../../../../src/text/times.ts";
import { type Cell, columnsOf, type Table, timeOf } from "../site/index.ts";

/** The most windows of a limit in a table. */
export const MOST_WINDOWS = 100;

/** Windows of one limit. */
export interface OwnedWindows {
  readonly owner: string;
  readonly limit: string;
  /** Oldest first. */
  readonly windows: readonly LimitWindow[];
}

const HEADS = {
  from: "From",
  to: "To",
  highest: "Most used",
  left: "Left at the reset",
  fullSeconds: "Full for",
} as const;

/** Windows as a table, the newest of each limit first. Those of several limits name their owner and limit. */
export function windowsTable(
  name: string,
  caption: string,
  owned: readonly OwnedWindows[],
  now: number,
  timeZone: string,
): Table {
  const isNamed = owned.some(({ owner }) => owner !== "");
  const names = columnsOf({ owner: "Account", limit: "Limit" }, ["owner", "limit"]);
  return {
    name,
    caption,
    columns: [...(isNamed ? names : []), ...columnsOf(HEADS, ["from", "to"])],
    get rows() {
      return owned.flatMap(({ owner, limit, windows }) =>
        windows
          .toReversed()
          .map((window): Cell[] => [...(isNamed ? [owner, limit] : []), ...cellsOf(window, now, timeZone)]),
      );
    },
  };
}

function cellsOf(
  { from, to, isOver, highest, left, fullMs }: LimitWindow,
  now: number,
  timeZone: string,
): Cell[] {
  const time = (at: number): Cell => ({
    value: new Date(at).toISOString(),
    shown: timeOf(at, now, timeZone),
  });
  return [
    time(from),
    time(to),
    { value: highest, shown: html`${highest}%` },
    isOver ? { value: left, shown: html`${left}%` } : { value: null, shown: html`${left}% left now` },
    { value: Math.round(fullMs / 1000), shown: fullMs === 0 ? "–" : duration(fullMs) },
  ];
}
