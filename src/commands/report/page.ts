import { vendor } from "#vendor";
import { withFallback } from "../../push/index.ts";
import { type DayUse, pageOf, usedDays } from "../../report/index.ts";
import { readHistory, stateFolder } from "../../state/index.ts";
import { commandCall } from "../call.ts";
import type { Figures } from "../figures.ts";
import { lastLimits } from "../saved-state.ts";
import { findPlaces } from "./entries.ts";
import type { ReportRequest } from "./options.ts";

const WEEK = 7;

/** The page of these days, with the limits as last read. Reads the transcripts for projects and hours. */
export async function pageFor(
  request: ReportRequest,
  days: readonly DayUse[],
  figures: Figures & { status: "ok" },
  now: number,
): Promise<string> {
  const { state, settings } = figures;
  const found = state && lastLimits(state);
  const places = await findPlaces({ request, days, settings, state, now });
  return pageOf({
    program: vendor.program,
    refresh: commandCall("beat"),
    days,
    week: usedDays(figures.days, { days: WEEK }, now),
    placed: places.entries,
    by: request.by[0] === "week" ? "week" : "day",
    limits: found && withFallback(found, state.lastGoodLimits, now),
    history: await readHistory(stateFolder(settings.stateDir)),
    beatAt: Date.parse(state?.lastBeat?.at ?? ""),
    notes: [...figures.notes, ...places.notes],
    label: settings.label,
    reloads: request.form.as === "html" && request.form.reloads,
    now,
  });
}
