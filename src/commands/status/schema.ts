import * as z from "zod";
import { countsSchema, limitsSchema } from "../../contract/index.ts";
import { deliverySchema } from "../../state/index.ts";

const instant = z.iso.datetime({ offset: true });

/** What all models used on one Toronto day. `counts` is null if no beat has recorded the day. */
const dayUseSchema = z.object({ day: z.iso.date(), counts: countsSchema.nullable() });
export type DayUse = z.infer<typeof dayUseSchema>;

const serviceSchema = z.object({
  /** Null if neither is running. */
  manager: z.enum(["systemd", "launchd"]).nullable(),
  /** `unknown` if the manager cannot be reached. */
  status: z.enum(["running", "starting", "stopped", "failed", "not_installed", "unknown"]),
});
/** The state of the service, according to its manager. */
export type Service = z.infer<typeof serviceSchema>;

/** What `status --json` prints, version 1. */
export const statusSchema = z.object({
  schemaVersion: z.literal(1),
  program: z.string(),
  agentUsageVersion: z.string(),
  at: instant,
  /** Null before the first beat, like `limits`. */
  lastBeat: z
    .object({
      at: instant,
      seq: z.int().nonnegative(),
      limitsStatus: z.string(),
      limitsDetail: z.string().nullable(),
      readErrors: z.int().nonnegative(),
    })
    .nullable(),
  /** The schedule's next beat, if the service is running. Null if the machine has no id yet. */
  nextBeat: instant.nullable(),
  /** As a push would send them: if the last beat has no items, the last good ones. */
  limits: limitsSchema.nullable(),
  usage: z.object({ timeZone: z.string(), today: dayUseSchema, yesterday: dayUseSchema }),
  push: z.object({ isSet: z.boolean(), last: deliverySchema.nullable() }),
  service: serviceSchema,
});
export type Status = z.infer<typeof statusSchema>;
