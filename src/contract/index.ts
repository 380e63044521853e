/* What the agent and a collector share: the snapshot on the wire, and the rules both follow. */
export {
  addCounts,
  type Counts,
  countsSchema,
  type Models,
  modelsSchema,
  NO_COUNTS,
  tokensOf,
  totalOf,
} from "./counts.ts";
export {
  type DayRecord,
  type Days,
  dayRecordSchema,
  type KeptDay,
  larger,
  mergeDay,
  RETENTION_DAYS,
} from "./days.ts";
export { type Item, type LimitsResult, limitsSchema, limitsStatusSchema, MAX_ITEMS } from "./limits.ts";
export { isLate } from "./order.ts";
export { day, instant } from "./scalars.ts";
export { type Machine, type Snapshot, type SnapshotDay, snapshotSchema } from "./snapshot.ts";
