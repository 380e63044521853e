import { addCounts, NO_COUNTS, tokensOf } from "./add-counts.ts";
import type { Counts, Models } from "./counts.ts";

/** How many models of a day are kept by name (rule DAYS-11). */
export const MAX_MODELS = 256;
/** The name under which the models past a limit are summed. */
export const OTHER = "other";

/**
 * The models with the most tokens, at most `most` of them, and the sum of the rest as `other`. Whatever is called `other`
 * already is part of that sum, so that folding again changes nothing. Returns the same object if there is nothing to fold.
 */
export function foldModels(models: Models, most: number = MAX_MODELS): Models {
  if (Object.keys(models).length <= most) return models;
  const named = Object.entries(models).filter(([name]) => name !== OTHER);
  if (named.length <= most) return models;
  const ranked = named.sort(byTokens);
  const rest = ranked.slice(most).map(([, counts]) => counts);
  const sum = rest.reduce(addCounts, models[OTHER] ?? NO_COUNTS);
  return Object.fromEntries([...ranked.slice(0, most), [OTHER, sum]]);
}

/** Most tokens first; with equal tokens by name. */
export function byTokens([a, first]: [string, Counts], [b, second]: [string, Counts]): number {
  return tokensOf(second) - tokensOf(first) || (a < b ? -1 : 1);
}
