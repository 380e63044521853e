import { addDays, torontoDay } from "../../../../src/base/calendar.ts";
import { RETENTION_DAYS } from "../../../../src/contract/index.ts";
import type { Past } from "../../ingest/index.ts";

/**
 * The past of a machine's last snapshot, if its days need not be read when they come again. Unless one is older than what
 * machines keep: a retention may have removed it since.
 */
export function knownPast(text: string | null, arrivedAt: number): Past | null {
  const [digest, oldest, newest] = text?.split(" ") ?? [];
  if (digest === undefined || oldest === undefined || newest === undefined) return null;
  const oldestUsual = addDays(torontoDay(arrivedAt), -RETENTION_DAYS);
  return oldest >= oldestUsual ? { digest, oldest, newest } : null;
}

/** As it is kept with the machine. */
export const pastText = ({ digest, oldest, newest }: Past): string => [digest, oldest, newest].join(" ");
