import * as z from "zod";
import { MAX_TEXT } from "../base/strings.ts";
import { instant } from "./scalars.ts";

const text = z.string().max(MAX_TEXT);

/** The most limits that one result holds (rule LIMITS-4). */
export const MAX_ITEMS = 12;

export const limitsStatusSchema = z.enum(["ok", "disabled", "unavailable", "token_expired", "http_error"]);

export const itemShape = {
  kind: text.min(1),
  group: text,
  percent: z.int().min(0).max(100).exactOptional(),
  severity: text.exactOptional(),
  resetsAt: text.nullable(),
  model: text.nullable(),
};
const itemSchema = z.object(itemShape);
/** One limit of the plan (rules ITEM-1 to ITEM-8). */
export type Item = z.infer<typeof itemSchema>;

export const limitsShape = {
  status: limitsStatusSchema,
  detail: text.exactOptional(),
  fetchedAt: instant.nullable(),
};
export const limitsSchema = z.object({ ...limitsShape, items: z.array(itemSchema).max(MAX_ITEMS) });
/** What `fetchLimits` found (rules LIMITS-1 to LIMITS-4). */
export type LimitsResult = z.infer<typeof limitsSchema>;
