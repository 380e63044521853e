import type { Counts, DayRecord, Days, Models } from "../../contract/index.ts";

/**
 * The days for costs. Counts leave out `cacheCreation1hTokens` both if it is 0 and if it was never read, and prices need to
 * know which: here it is 0 if the day was counted by a version that reads it (rule DAYS-15).
 * @param since when the first beat of such a version ran; ISO 8601
 */
export function withCacheWrites(days: Days, since: string | undefined): Days {
  return Object.fromEntries(
    Object.entries(days).map(([day, record]) => [
      day,
      isRead(record, since) ? { ...record, models: withKnownWrites(record.models) } : record,
    ]),
  );
}

/** Open days are counted again in every beat. */
function isRead(record: DayRecord, since: string | undefined): boolean {
  if (record.state === "open") return true;
  if (since === undefined || record.frozenAt === undefined) return false;
  return Date.parse(record.frozenAt) >= Date.parse(since);
}

/** The models of a day that was counted by a version that reads the cache writes of one hour. */
export function withKnownWrites(models: Models): Models {
  return Object.fromEntries(
    Object.entries(models).map(([model, counts]): [string, Counts] => [
      model,
      { cacheCreation1hTokens: 0, ...counts },
    ]),
  );
}
