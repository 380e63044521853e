import { toUSVString } from "node:util";
import * as z from "zod";
import {
  addCounts,
  type Counts,
  countsSchema,
  day,
  foldModels,
  type Models,
} from "../../../src/contract/index.ts";
import type { SentDay } from "./snapshot.ts";
import { MAX_TEXT, name } from "./texts.ts";

/** How many models of a day are kept by name: more than the 8 that an agent sends. The rest are summed as `other`. */
const MAX_NAMED = 64;

/** The rule for a day: what is refused, and with which path. */
export const daySchema = z
  .object({
    day,
    state: z.enum(["open", "frozen"]),
    models: z.array(z.object({ model: name, ...countsSchema.shape })),
  })
  .transform(
    (sent): SentDay => ({
      day: sent.day,
      state: sent.state,
      models: modelsOf(sent.models.map(({ model, ...counts }) => [model, counts])),
    }),
  );

/**
 * The same rule, at a tenth of its cost: a push has some 650 counts, and nearly always each of them is correct. A day that
 * is found correct without the schema is read without it; the schema decides about every other one, and names what is wrong.
 */
export const fastDay = z.unknown().transform((value, context): SentDay => {
  const correct = readCorrectDay(value);
  if (correct !== undefined) return correct;
  const parsed = daySchema.safeParse(value);
  if (parsed.success) return parsed.data;
  for (const { path, message } of parsed.error.issues) {
    context.addIssue({ code: "custom", path: [...path], message });
  }
  return z.NEVER;
});

/** @returns undefined for whatever the schema must look at, which may yet be correct */
function readCorrectDay(value: unknown): SentDay | undefined {
  if (!isObject(value) || typeof value["day"] !== "string" || !Array.isArray(value["models"]))
    return undefined;
  const { day: name, state, models } = value;
  if ((state !== "open" && state !== "frozen") || !z.core.regexes.date.test(name as string)) return undefined;
  const pairs: (readonly [string, Counts])[] = [];
  for (const each of models as unknown[]) {
    const pair = readCorrectModel(each);
    if (pair === undefined) return undefined;
    pairs.push(pair);
  }
  return { day: name as string, state, models: modelsOf(pairs) };
}

function readCorrectModel(value: unknown): readonly [string, Counts] | undefined {
  if (!isObject(value)) return undefined;
  const { model, requests, inputTokens, outputTokens, cacheCreationTokens, cacheReadTokens } = value;
  if (typeof model !== "string" || model.length === 0 || model.length > MAX_TEXT) return undefined;
  if (!isCount(requests) || !isCount(inputTokens) || !isCount(outputTokens)) return undefined;
  if (!isCount(cacheCreationTokens) || !isCount(cacheReadTokens)) return undefined;
  const counts: Counts = { requests, inputTokens, outputTokens, cacheCreationTokens, cacheReadTokens };
  if (Object.hasOwn(value, "cacheCreation1hTokens")) {
    const { cacheCreation1hTokens } = value;
    if (!isCount(cacheCreation1hTokens)) return undefined;
    counts.cacheCreation1hTokens = cacheCreation1hTokens;
  }
  return [toUSVString(model), counts];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

/** A model that stands twice is summed. Without a prototype: a model may have any name. */
function modelsOf(pairs: readonly (readonly [string, Counts])[]): Models {
  const models: Models = Object.create(null);
  for (const [model, counts] of pairs) {
    const known = models[model];
    models[model] = known === undefined ? counts : addCounts(known, counts);
  }
  const folded = foldModels(models, MAX_NAMED);
  return folded === models ? models : Object.assign(Object.create(null), folded);
}
