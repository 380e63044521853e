import { torontoDay } from "../../base/calendar.ts";
import { HOUR_MS } from "../../base/durations.ts";
import { plural } from "../../base/words.ts";
import { tokensOf } from "../../contract/index.ts";
import { type DayUse, type Entry, entriesOf, firstDay } from "../../report/index.ts";
import type { Settings } from "../../settings/index.ts";
import type { State } from "../../state/index.ts";
import { short } from "../../text/numbers.ts";
import type { PlaceKey } from "../../usage/index.ts";
import { describeScanObstacle, type Transcripts } from "../transcripts.ts";
import type { ReportRequest } from "./options.ts";

/** What only the transcripts know. */
const PLACES = ["project", "session", "hour"] as const satisfies readonly PlaceKey[];
const SESSION_MS = 5 * HOUR_MS;

export interface EntryFacts {
  readonly request: ReportRequest;
  /** The recorded days of the request's span. */
  readonly days: readonly DayUse[];
  readonly transcripts: Transcripts;
  readonly settings: Settings;
  readonly state: State | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
}

export type Entries =
  | {
      readonly status: "ok";
      readonly entries: readonly Entry[];
      readonly source: "record" | "transcripts";
      /** The recorded days, if the entries are of the record. */
      readonly days: readonly DayUse[];
      /** What to know before the figures, as clauses. */
      readonly notes: readonly string[];
    }
  | { readonly status: "wrong"; readonly message: string };

/** Whether the transcripts have to be read for a report. */
export function isPlaced({ by, selection, isWindow }: ReportRequest): boolean {
  return PLACES.some((key) => by.some((own) => own === key)) || selection.project !== undefined || isWindow;
}

/**
 * What to report: the record's days, or what the transcripts say of projects, sessions and hours. Those are read now and
 * kept nowhere.
 */
export async function findEntries(facts: EntryFacts): Promise<Entries> {
  const { request, days, state, now } = facts;
  if (!isPlaced(request))
    return { status: "ok", source: "record", entries: entriesOf(days), days, notes: [] };
  const from = request.isWindow ? windowStart(state, now) : 0;
  if (from === undefined) return { status: "wrong", message: NO_WINDOW };
  return placedEntries(facts, from, placeKeysOf(request));
}

/** What to tell apart: a session is named with its project. */
function placeKeysOf({ by, selection }: ReportRequest): PlaceKey[] {
  const needsProject = selection.project !== undefined || by.some((key) => key === "session");
  return PLACES.filter((key) => by.some((own) => own === key) || (key === "project" && needsProject));
}

const NO_WINDOW = "--since window needs the current 5-hour session, which the last refresh did not find";

/** When the 5-hour session began: 5 hours before it resets. Undefined if there is none now. */
function windowStart(state: State | undefined, now: number): number | undefined {
  const { resetsAt } = state?.lastGoodLimits?.items.find(({ kind }) => kind === "session") ?? {};
  const end = resetsAt == null ? Number.NaN : Date.parse(resetsAt);
  return end > now && end - SESSION_MS <= now ? end - SESSION_MS : undefined;
}

/** What the transcripts say of the page's days. */
export async function findPlaces(facts: EntryFacts): Promise<Entries & { status: "ok" }> {
  return placedEntries(facts, 0, ["project", "hour"]);
}

async function placedEntries(
  { request: { span, selection, isWindow }, days, transcripts, settings, now }: EntryFacts,
  from: number,
  by: readonly PlaceKey[],
): Promise<Entries & { status: "ok" }> {
  const found = { status: "ok", source: "transcripts", days: [] } as const;
  const obstacle = await describeScanObstacle();
  if (obstacle !== undefined) return { ...found, entries: [], notes: [obstacle] };
  const scanner = await transcripts.scanner(settings);
  const since = isWindow ? torontoDay(from) : firstDay(span, now);
  const scan = await scanner.detail({ now, from, by, ...(since !== "" && { since }) });
  const { uses, readErrors } = scan.status === "ok" ? scan : { uses: [], readErrors: 0 };
  const { until = torontoDay(now) } = span;
  const entries = uses
    .filter(({ day }) => day <= until)
    .map(({ counts, ...use }): Entry => ({ ...use, counts: { cacheCreation1hTokens: 0, ...counts } }));
  const isAll = selection.model === undefined && selection.project === undefined && !isWindow;
  const notes = [
    ...(isAll ? missingNote(days, entries) : []),
    ...(readErrors > 0 ? [`${plural(readErrors, "read error")}: some transcripts are not counted`] : []),
  ];
  return { ...found, entries, notes };
}

/** Tokens that the record has and the transcripts no longer do. */
function missingNote(days: readonly DayUse[], entries: readonly Entry[]): string[] {
  const found = new Map<string, number>();
  for (const { day, counts } of entries) found.set(day, (found.get(day) ?? 0) + tokensOf(counts));
  const missing = days
    .map(({ day, total }) => tokensOf(total) - (found.get(day) ?? 0))
    .filter((tokens) => tokens > 0);
  if (missing.length === 0) return [];
  const tokens = missing.reduce((sum, count) => sum + count, 0);
  return [
    `the record has ${short(tokens)} tokens more, on ${plural(missing.length, "day")}: their transcripts are gone`,
  ];
}
