import * as z from "zod";
import { MAX_TEXT } from "./base/text.ts";

/** A Toronto calendar day, `YYYY-MM-DD`. */
const day = z.iso.date();
const instant = z.iso.datetime({ offset: true });
const count = z.int().nonnegative();
const text = z.string().max(MAX_TEXT);

/** Requests, and tokens. */
const countShape = {
  requests: count,
  inputTokens: count,
  outputTokens: count,
  cacheCreationTokens: count,
  cacheReadTokens: count,
};

export const countsSchema = z.object(countShape);
/** What one model used in one day. */
export type Counts = z.infer<typeof countsSchema>;

/** All tokens of a count, in whatever way they were used. */
export function tokensOf(counts: Counts): number {
  return counts.inputTokens + counts.outputTokens + counts.cacheCreationTokens + counts.cacheReadTokens;
}

/** Days older than this are pruned, and no scan reaches further back (spec: Limits, day retention). */
export const RETENTION_DAYS = 35;

const modelsSchema = z.record(z.string(), countsSchema);
/** A day's counts by model. */
export type Models = Record<string, Counts>;

const limitsStatusSchema = z.enum(["ok", "disabled", "unavailable", "token_expired", "http_error"]);

const itemShape = {
  kind: text.min(1),
  group: text,
  percent: z.int().min(0).max(100).exactOptional(),
  severity: text.exactOptional(),
  resetsAt: text.nullable(),
  model: text.nullable(),
};
const itemSchema = z.object(itemShape);
/** One limit of the plan (spec: Item). */
export type Item = z.infer<typeof itemSchema>;

const limitsShape = {
  status: limitsStatusSchema,
  detail: text.exactOptional(),
  fetchedAt: instant.nullable(),
};
const MAX_ITEMS = 12;
export const limitsSchema = z.object({ ...limitsShape, items: z.array(itemSchema).max(MAX_ITEMS) });
/** What `fetchLimits` found (spec: Limits result). */
export type LimitsResult = z.infer<typeof limitsSchema>;

const openDaySchema = z.object({ state: z.literal("open"), models: modelsSchema });
const frozenDaySchema = z.object({
  state: z.literal("frozen"),
  frozenAt: instant.exactOptional(),
  models: modelsSchema,
});
const dayRecordSchema = z.discriminatedUnion("state", [openDaySchema, frozenDaySchema]);
/** A day's record (spec: Day records). */
export type DayRecord = z.infer<typeof dayRecordSchema>;
export type Days = Record<string, DayRecord>;

export const STATE_SCHEMA_VERSION = 1;

/** The state file (design: State file), but for its `sum`. What may be null may be left out. */
export const stateSchema = z.object({
  schemaVersion: z.literal(STATE_SCHEMA_VERSION),
  program: z.string(),
  stateId: z.guid(),
  seq: count,
  /** What the file `machine-id` holds, here under the `sum`: a spoilt or lost one is restored from it. */
  machineId: z.guid().exactOptional(),
  agentVersion: z.string().nullable().default(null),
  days: z.record(day, dayRecordSchema),
  /** Days that a beat with a doubtful clock let go of; they come back once the clock is right. */
  setAside: z.record(day, modelsSchema).exactOptional(),
  lastGoodLimits: limitsSchema.nullable().default(null),
  lastBeat: z
    .object({
      at: instant,
      limitsStatus: limitsStatusSchema,
      limitsDetail: text.nullable().default(null),
      readErrors: count,
    })
    .nullable()
    .default(null),
});
export type State = z.infer<typeof stateSchema>;

/** What became of the last push, for `status`; its loss is harmless. */
export const deliverySchema = z.object({
  at: instant,
  outcome: text,
  lastDeliveredAt: instant.nullable(),
});
export type Delivery = z.infer<typeof deliverySchema>;

const machineSchema = z.looseObject({
  id: z.guid(),
  label: text.min(1),
  os: z.string(),
  account: text.exactOptional(),
});
/** The machine that a snapshot speaks of. */
export interface Machine {
  id: string;
  label: string;
  os: string;
  account?: string;
}

const snapshotDaySchema = z.looseObject({
  day,
  state: z.enum(["open", "frozen"]),
  models: z.array(z.looseObject({ model: text.min(1), ...countShape })),
});

/** The body of a push, version 1: readers ignore what they do not know, so no key is forbidden. */
export const snapshotSchema = z.looseObject({
  schemaVersion: z.literal(1),
  program: z.string(),
  machine: machineSchema,
  stateId: z.guid(),
  seq: count,
  agentUsageVersion: z.string(),
  agentVersion: z.string().nullable(),
  sentAt: instant,
  timeZone: z.literal("America/Toronto"),
  limits: z.looseObject({ ...limitsShape, items: z.array(z.looseObject(itemShape)).max(MAX_ITEMS) }),
  usage: z.looseObject({ since: day, readErrors: count, days: z.array(snapshotDaySchema) }),
}) satisfies z.ZodType<Snapshot>;

export interface SnapshotDay {
  day: string;
  state: "open" | "frozen";
  models: ({ model: string } & Counts)[];
}

export interface Snapshot {
  schemaVersion: 1;
  program: string;
  machine: Machine;
  stateId: string;
  seq: number;
  agentUsageVersion: string;
  agentVersion: string | null;
  sentAt: string;
  timeZone: "America/Toronto";
  limits: LimitsResult;
  usage: { since: string; readErrors: number; days: SnapshotDay[] };
}
