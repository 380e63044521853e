import { truncate } from "../../base/strings.ts";
import { addCounts, foldModels, type Models, NO_COUNTS } from "../../contract/index.ts";
import { withModels } from "./days.ts";
import type { State } from "./state.ts";

/** The state with at most `MAX_MODELS` models a day, and names of at most 128 characters (rule DAYS-11). */
export function withinBounds(state: State): State {
  const days = Object.entries(state.days).map(([day, record]) => [
    day,
    withModels(record, bounded(record.models)),
  ]);
  const next: State = { ...state, days: Object.fromEntries(days) };
  if (state.setAside !== undefined) {
    const setAside = Object.entries(state.setAside).map(([day, models]) => [day, bounded(models)]);
    next.setAside = Object.fromEntries(setAside);
  }
  return next;
}

function bounded(models: Models): Models {
  const names = Object.keys(models);
  return foldModels(names.every((name) => shortened(name) === name) ? models : withShortNames(models));
}

/** Names that become equal are summed. */
function withShortNames(models: Models): Models {
  const sums = new Map<string, Models[string]>();
  for (const [name, counts] of Object.entries(models)) {
    const short = shortened(name);
    sums.set(short, addCounts(sums.get(short) ?? NO_COUNTS, counts));
  }
  return Object.fromEntries(sums);
}

/** A push refuses an empty name. */
function shortened(name: string): string {
  return truncate(name) || "unknown";
}
