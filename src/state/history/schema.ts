import * as z from "zod";
import { vendor } from "#vendor";
import { MAX_TEXT } from "../../base/strings.ts";
import { HISTORY_SCHEMA_VERSION } from "./schema-version.ts";

/** The last second that a `Date` holds. */
const MAX_SECOND = 8.64e12;
const text = z.string().max(MAX_TEXT);
const index = z.int().nonnegative();
const second = z.int().min(-MAX_SECOND).max(MAX_SECOND);

/** The file (rule HISTORY-2): each limit and severity once, and a short row a reading. Times in seconds since the epoch. */
export const historySchema = z.object({
  schemaVersion: z.literal(HISTORY_SCHEMA_VERSION),
  program: z.literal(vendor.program),
  limits: z.array(
    z.object({ kind: text.min(1), group: text, model: text.nullable(), severity: text.exactOptional() }),
  ),
  /** The limit's index, percent, fetchedAt, resetsAt. */
  readings: z.array(z.tuple([index, z.int().min(0).max(100), second, second.nullable()])),
});
export type History = z.infer<typeof historySchema>;
