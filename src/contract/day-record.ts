import * as z from "zod";
import { modelsSchema } from "./counts.ts";
import { instant } from "./scalars.ts";

const openDaySchema = z.object({ state: z.literal("open"), models: modelsSchema });
const frozenDaySchema = z.object({
  state: z.literal("frozen"),
  frozenAt: instant.exactOptional(),
  models: modelsSchema,
});
export const dayRecordSchema = z.discriminatedUnion("state", [openDaySchema, frozenDaySchema]);
/** A day's record (rules DAYS-2, DAYS-4). */
export type DayRecord = z.infer<typeof dayRecordSchema>;
export type Days = Record<string, DayRecord>;
