/* What the agent and a collector share: the snapshot on the wire, and the rules both follow. */
export { addCounts, NO_COUNTS, tokensOf, totalOf } from "./add-counts.ts";
export { isAgentVersion } from "./agent-version.ts";
export { type Counts, countsSchema, type Models, modelsSchema } from "./counts.ts";
export { type DayRecord, type Days, dayRecordSchema } from "./day-record.ts";
export { type KeptDay, larger, mergeDay, RETENTION_DAYS } from "./days.ts";
export { byTokens, foldModels, MAX_MODELS, OTHER } from "./fold-models.ts";
export {
  type Item,
  itemShape,
  type LimitsResult,
  limitsSchema,
  limitsShape,
  limitsStatusSchema,
  MAX_ITEMS,
} from "./limits.ts";
export { isLate } from "./order.ts";
export { day, instant } from "./scalars.ts";
export { type Machine, type Snapshot, type SnapshotDay, snapshotSchema } from "./snapshot.ts";
