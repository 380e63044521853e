/** What the rows of a report can be grouped by. */
export type Key = "day" | "week" | "month" | "hour" | "model" | "project" | "session";

/** What usage can be grouped by. Only the collector knows several machines. */
export type GroupKey = Key | "machine";

/** One key, or two: each row of the second is within a row of the first. */
export type By = readonly [Key] | readonly [Key, Key];

/** Keys whose rows are in the order of time. The others have what cost the most first. */
const TIMES: ReadonlySet<GroupKey> = new Set<GroupKey>(["day", "week", "month", "hour"]);

export function isTime(key: GroupKey): boolean {
  return TIMES.has(key);
}

/** The keys of a text such as `week,model`; undefined unless it names one key or two different ones, all allowed. */
export function byOf(text: string, allowed: readonly Key[]): By | undefined {
  const [first, second, ...more] = text.split(",").map((name) => allowed.find((key) => key === name.trim()));
  const isSingle = !text.includes(",");
  if (first === undefined || more.length > 0) return undefined;
  if (isSingle) return [first];
  return second === undefined || second === first ? undefined : [first, second];
}

/** The keys in words: `project and model`. */
export function byWords(by: By): string {
  return by.join(" and ");
}
