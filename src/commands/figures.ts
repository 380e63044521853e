import { daysFrom, torontoDay } from "../base/calendar.ts";
import type { ExitCode } from "../base/exit-codes.ts";
import { plural } from "../base/words.ts";
import type { Output } from "../cli/index.ts";
import type { Days } from "../contract/index.ts";
import type { Settings } from "../settings/index.ts";
import { type State, withCacheWrites } from "../state/index.ts";
import { commandCall } from "./call.ts";
import { describeMissingRoots } from "./missing-roots.ts";
import { loadSavedState } from "./saved-state.ts";
import { describeScanObstacle, type Transcripts } from "./transcripts.ts";

export type Figures =
  | {
      readonly status: "ok";
      readonly settings: Settings;
      /** Undefined before the first beat. */
      readonly state: State | undefined;
      /** The saved days; before the first beat, those that a scan just now found. */
      readonly days: Days;
      /** What to know before the figures, as clauses. */
      readonly notes: readonly string[];
    }
  | { readonly status: "exit"; readonly code: ExitCode };

export interface FigureOptions {
  /** Read before the first beat. */
  readonly transcripts: Transcripts;
  /** Whether days are needed also before the first beat. Default: yes. */
  readonly needsDays?: boolean;
}

/**
 * What a command shows: the saved state, or a scan that is not saved before the first beat. Writes nothing.
 * @param line the command line, to name it for the program of another coding agent
 */
export async function loadFigures(
  line: string,
  output: Output,
  { transcripts, needsDays = true }: FigureOptions,
): Promise<Figures> {
  const saved = await loadSavedState(output);
  if (saved.status === "exit") return saved;
  const { settings, state } = saved;
  const missing = await describeMissingRoots(settings, line);
  const notes = missing === undefined ? [] : [missing];
  if (state !== undefined && state.lastBeat !== null) {
    return { status: "ok", settings, state, days: daysOf(state), notes };
  }
  if (missing !== undefined) return { status: "ok", settings, state, days: {}, notes };
  const obstacle = await describeScanObstacle();
  if (obstacle !== undefined) return { status: "ok", settings, state, days: {}, notes: [obstacle] };
  const scan = needsDays ? await scanNow(settings, transcripts, Date.now()) : { days: {}, notes: [] };
  return { status: "ok", settings, state, days: scan.days, notes: [unsavedNote(), ...scan.notes] };
}

/** The saved days, for screens with costs. */
export function daysOf({ days, cacheWritesSince }: State): Days {
  return withCacheWrites(days, cacheWritesSince);
}

/** The days from the first with usage, at the latest today, as a first beat would record them. */
async function scanNow(
  settings: Settings,
  transcripts: Transcripts,
  now: number,
): Promise<Pick<Figures & { status: "ok" }, "days" | "notes">> {
  const scanner = await transcripts.scanner(settings);
  const { days, readErrors } = await scanner.scan({ now });
  const today = torontoDay(now);
  const first = Object.keys(days).sort()[0] ?? today;
  return {
    days: withCacheWrites(
      Object.fromEntries(
        daysFrom(first, today).map((day) => [day, { state: "open", models: days[day]?.models ?? {} }]),
      ),
      undefined,
    ),
    notes: readErrors > 0 ? [`${plural(readErrors, "read error")}: run "${commandCall("doctor")}"`] : [],
  };
}

function unsavedNote(): string {
  return `no refresh has run yet: these figures are from a scan just now, and nothing is saved. To save them and get the plan's limits, run "${commandCall("beat")}"; to do so every 15 minutes, run "${commandCall("install --now")}"`;
}
