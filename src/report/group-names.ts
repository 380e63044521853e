import { modelName } from "../prices/index.ts";
import { dayNames, hourName, monthName, weekdayName } from "../text/times.ts";
import { visible } from "../text/visible.ts";
import { type Group, UNKNOWN } from "./groups.ts";

const SHORT_ID = 8;

/** Names groups for people. Two models, or two sessions, whose short names are the same keep their long ones. */
export function namesOf(groups: readonly Group[]): (group: Group) => string {
  const all = groups.flatMap((group) => [group, ...group.groups]);
  const values = new Map<string, Set<string>>();
  for (const group of all) {
    const known = values.get(shortName(group));
    if (known === undefined) values.set(shortName(group), new Set([group.value]));
    else known.add(group.value);
  }
  return (group) => {
    const short = shortName(group);
    const isClear = values.get(short)?.size === 1 || (group.key !== "model" && group.key !== "session");
    return isClear ? short : visible(group.value);
  };
}

function shortName({ key, value, from, to, entries }: Group): string {
  switch (key) {
    case "day":
      return weekdayName(value);
    case "week":
      return from === undefined || to === undefined ? value : `${value}, ${dayNames(from, to)}`;
    case "month":
      return monthName(value);
    case "hour":
      return hourName(value);
    case "model":
      return modelName(value);
    case "session":
      return visible(`${value.slice(0, SHORT_ID)} ${entries[0]?.project ?? UNKNOWN}`);
    case "project":
    case "machine":
      return visible(value);
  }
}
