import { vendor } from "#vendor";
import { withFallback } from "../../push/index.ts";
import { pageOf, usedDays } from "../../report/index.ts";
import { readHistory, stateFolder } from "../../state/index.ts";
import { commandCall } from "../call.ts";
import type { Figures } from "../figures.ts";
import { lastLimits } from "../saved-state.ts";
import { type EntryFacts, findPlaces } from "./entries.ts";

const WEEK = 7;

/** The page of these days, with the limits as last read. Reads the transcripts for projects and hours. */
export async function pageFor(facts: EntryFacts, figures: Figures & { status: "ok" }): Promise<string> {
  const { request, days, state, settings, now } = facts;
  const found = state && lastLimits(state);
  const places = await findPlaces(facts);
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
    notes: [...new Set([...figures.notes, ...places.notes])],
    label: settings.label,
    reloads: request.form.as === "html" && request.form.reloads,
    now,
  });
}
