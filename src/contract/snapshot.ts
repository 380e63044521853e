import * as z from "zod";
import { MAX_TEXT } from "../base/strings.ts";
import { type Counts, countShape } from "./counts.ts";
import { RETENTION_DAYS } from "./days.ts";
import { itemShape, type LimitsResult, limitsShape, MAX_ITEMS } from "./limits.ts";
import { day, instant } from "./scalars.ts";

const text = z.string().max(MAX_TEXT);

const machineSchema = z.looseObject({
  id: z.guid(),
  label: text.min(1),
  os: z.string(),
  account: text.exactOptional(),
});
/** The machine that a snapshot describes. */
export interface Machine {
  id: string;
  label: string;
  os: string;
  account?: string;
}

/** Today and the days before it that are not pruned. */
const MAX_DAYS = RETENTION_DAYS + 1;
/** Eight by name, and `other`. */
const MAX_MODELS = 9;

const snapshotDaySchema = z.looseObject({
  day,
  state: z.enum(["open", "frozen"]),
  models: z.array(z.looseObject({ model: text.min(1), ...countShape })).max(MAX_MODELS),
});

/** The body of a push, version 1. Readers ignore unknown keys, so additional keys are allowed. */
export const snapshotSchema = z.looseObject({
  schemaVersion: z.literal(1),
  program: z.string(),
  machine: machineSchema,
  stateId: z.guid(),
  seq: z.int().nonnegative(),
  agentUsageVersion: z.string(),
  agentVersion: z.string().nullable(),
  sentAt: instant,
  timeZone: z.literal("America/Toronto"),
  limits: z.looseObject({ ...limitsShape, items: z.array(z.looseObject(itemShape)).max(MAX_ITEMS) }),
  usage: z.looseObject({
    since: day,
    readErrors: z.int().nonnegative(),
    days: z.array(snapshotDaySchema).max(MAX_DAYS),
  }),
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
