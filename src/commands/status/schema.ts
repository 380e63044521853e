import * as z from "zod";
import { countsSchema, itemShape, limitsShape, MAX_ITEMS } from "../../contract/index.ts";
import { KEYCHAIN_FAILURES } from "../../failures/index.ts";
import { deliverySchema } from "../../state/index.ts";

const instant = z.iso.datetime({ offset: true });

const percent = z.int().min(0).max(100);

/** Whether a limit lasts until its reset. */
const forecastSchema = z.object({
  status: z.enum(["on_pace", "runs_out", "unknown"]),
  percentAtReset: percent.exactOptional(),
  runsOutAt: instant.exactOptional(),
});

const itemSchema = z.object({
  ...itemShape,
  /** 100 minus the percent; left out without one. */
  left: percent.exactOptional(),
  /** The window that the limit is in; null if it is not known. */
  window: z.object({ start: instant, end: instant }).nullable(),
  forecast: forecastSchema,
});

export type StatusItem = z.infer<typeof itemSchema>;

/**
 * What all models used on one Toronto day. `counts` is null if no beat has recorded the day; before the first beat, if a scan
 * just now found nothing on it or before it.
 */
const dayUseSchema = z.object({
  day: z.iso.date(),
  counts: countsSchema.nullable(),
  /** At API list prices; null if nothing has a price, or there is no record. */
  costUsd: z.number().nonnegative().nullable(),
  /** The model that cost the most; without prices, the one with the most tokens. */
  topModel: z.string().nullable(),
  /** The project that cost the most, for today; null if it is not known. */
  topProject: z.string().nullable(),
});
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
  limits: z.object({ ...limitsShape, items: z.array(itemSchema).max(MAX_ITEMS) }).nullable(),
  /** What is known of a login in the macOS Keychain that could not be used. */
  keychain: z.enum(KEYCHAIN_FAILURES).exactOptional(),
  usage: z.object({ timeZone: z.string(), today: dayUseSchema, yesterday: dayUseSchema }),
  push: z.object({ isSet: z.boolean(), last: deliverySchema.nullable() }),
  service: serviceSchema,
});
export type Status = z.infer<typeof statusSchema>;
