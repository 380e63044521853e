import * as z from "zod";

const count = z.int().nonnegative();

/** The number of requests, and of tokens of each kind. */
export const countShape = {
  requests: count,
  inputTokens: count,
  outputTokens: count,
  cacheCreationTokens: count,
  cacheReadTokens: count,
  /** The part of `cacheCreationTokens` that the vendor caches for an hour. Left out if it is 0 or was never read. */
  cacheCreation1hTokens: count.exactOptional(),
};

export const countsSchema = z.object(countShape);
/** What one model used in one day. */
export type Counts = z.infer<typeof countsSchema>;

export const modelsSchema = z.record(z.string(), countsSchema);
/** One day's counts by model. */
export type Models = Record<string, Counts>;
