import * as z from "zod";
import { countsSchema } from "../contract/index.ts";

const useSchema = countsSchema.extend({
  /** The sum of all four kinds of tokens. */
  tokens: z.int().nonnegative(),
  /** At API list prices; null if nothing has a price. Absent unless costs were asked for. */
  costUsd: z.number().nonnegative().nullable().exactOptional(),
});

/** A row has each key that it is grouped by. */
const rowSchema = useSchema.extend({
  day: z.iso.date().exactOptional(),
  /** The ISO week, such as `2026-W47`, and the first and last of its days that are counted. */
  week: z.string().exactOptional(),
  from: z.iso.date().exactOptional(),
  to: z.iso.date().exactOptional(),
  /** Such as `2026-11`. */
  month: z.string().exactOptional(),
  /** In local time, such as `2026-11-20T14:00`. */
  hour: z.string().exactOptional(),
  /** Whether the day or the week is final. Absent for other keys. */
  state: z.enum(["open", "frozen"]).exactOptional(),
  model: z.string().exactOptional(),
  project: z.string().exactOptional(),
  session: z.string().exactOptional(),
});
/** One row of a report, as in JSON and CSV. */
export type Row = z.infer<typeof rowSchema>;

/** What `report --json` prints, version 1. */
export const reportSchema = z.object({
  schemaVersion: z.literal(1),
  program: z.string(),
  timeZone: z.string(),
  /** One key, or two: `day and model`. */
  by: z.string(),
  /** Null before the first beat. Then the rows are from a scan that is not saved. */
  lastBeat: z.iso.datetime({ offset: true }).nullable(),
  rows: z.array(rowSchema),
  total: useSchema,
});
export type Report = z.infer<typeof reportSchema>;
