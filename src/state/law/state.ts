import * as z from "zod";
import { MAX_TEXT } from "../../base/strings.ts";
import {
  day,
  dayRecordSchema,
  instant,
  isAgentVersion,
  limitsSchema,
  limitsStatusSchema,
  modelsSchema,
} from "../../contract/index.ts";
import { STATE_SCHEMA_VERSION } from "./schema-version.ts";

const count = z.int().nonnegative();
const text = z.string().max(MAX_TEXT);

/** The state file (rule STATE-3), except for its `sum` and its `writtenBy`. A nullable field may be left out. */
export const stateSchema = z.object({
  schemaVersion: z.literal(STATE_SCHEMA_VERSION),
  program: z.string(),
  stateId: z.guid(),
  seq: count,
  /** The same as in the file `machine-id`, but protected by the `sum`: a lost or corrupt file is restored from it. */
  machineId: z.guid().exactOptional(),
  /** A version that no scan would accept counts as none (rule SCAN-19). */
  agentVersion: z
    .string()
    .nullable()
    .default(null)
    .transform((version) => (version !== null && isAgentVersion(version) ? version : null)),
  days: z.record(day, dayRecordSchema),
  /** The oldest day on which usage was ever found. Left out if none was yet, and by earlier versions. */
  recordSince: day.exactOptional(),
  /** When the first beat ran that reads how long cache writes last (rule DAYS-15). Left out by earlier versions. */
  cacheWritesSince: instant.exactOptional(),
  /** Days that were dropped while the clock was in doubt. They return once the clock is right. */
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
