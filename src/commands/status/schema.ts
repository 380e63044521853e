import * as z from "zod";
import { countsSchema, limitsSchema } from "../../contract/index.ts";
import { deliverySchema } from "../../state/index.ts";

const instant = z.iso.datetime({ offset: true });

/** What one Toronto day used, by all models; `counts` is null where no beat has recorded the day. */
const dayUseSchema = z.object({ day: z.iso.date(), counts: countsSchema.nullable() });
export type DayUse = z.infer<typeof dayUseSchema>;

const serviceSchema = z.object({
  /** Null where the machine has none that we know. */
  manager: z.enum(["systemd", "launchd"]).nullable(),
  /** `unknown` where the manager cannot be asked. */
  status: z.enum(["running", "starting", "stopped", "failed", "not_installed", "unknown"]),
});
/** What the service manager says of the service. */
export type Service = z.infer<typeof serviceSchema>;

/** What `status --json` prints, version 1. */
export const statusSchema = z.object({
  schemaVersion: z.literal(1),
  program: z.string(),
  agentUsageVersion: z.string(),
  at: instant,
  /** Null before the first beat, as `limits` then is. */
  lastBeat: z
    .object({
      at: instant,
      seq: z.int().nonnegative(),
      limitsStatus: z.string(),
      limitsDetail: z.string().nullable(),
      readErrors: z.int().nonnegative(),
    })
    .nullable(),
  /** When the schedule's next beat is due, should the service run; null where the machine has no id yet. */
  nextBeat: instant.nullable(),
  /** As a push would send them: where the last beat has no figures, the last good ones. */
  limits: limitsSchema.nullable(),
  usage: z.object({ timeZone: z.string(), today: dayUseSchema, yesterday: dayUseSchema }),
  push: z.object({ isSet: z.boolean(), last: deliverySchema.nullable() }),
  service: serviceSchema,
});
export type Status = z.infer<typeof statusSchema>;
