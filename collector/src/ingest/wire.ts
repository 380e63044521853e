import * as z from "zod";
import { day, instant, limitsSchema, MAX_ITEMS } from "../../../src/contract/index.ts";
import { fastDay } from "./day.ts";
import { name, text } from "./texts.ts";

const id = z.guid().transform((guid) => guid.toLowerCase());
const milliseconds = instant.transform((given) => Date.parse(given)).refine(Number.isFinite);

/** When a limit resets. The vendor's own text: one that is no instant says nothing. */
const resetsAt = text.nullable().transform((given) => {
  const at = given !== null && instant.safeParse(given).success ? Date.parse(given) : Number.NaN;
  return Number.isNaN(at) ? null : at;
});

const item = z.object({
  kind: name,
  group: text,
  percent: z.int().min(0).max(100).exactOptional(),
  severity: text.exactOptional(),
  resetsAt,
  model: text.nullable(),
});

const days = z.array(fastDay).superRefine((all, context) => {
  const seen = new Set<string>();
  for (const [index, each] of all.entries()) {
    if (seen.has(each.day)) context.addIssue({ code: "custom", path: [index, "day"], message: "twice" });
    seen.add(each.day);
  }
});

/** A push on the wire: `snapshotSchema`, with the bounds of a collector. Fields that are not known are ignored. */
export const wireSchema = z.object({
  schemaVersion: z.literal(1),
  program: z.string().regex(/^[A-Za-z0-9._-]{1,128}$/),
  machine: z.object({ id, label: name, os: text, account: text.exactOptional() }),
  stateId: id,
  seq: z.int().nonnegative(),
  agentUsageVersion: text,
  agentVersion: text.nullable(),
  sentAt: instant,
  timeZone: z.literal("America/Toronto"),
  limits: z.object({
    status: limitsSchema.shape.status,
    detail: text.exactOptional(),
    fetchedAt: milliseconds.nullable(),
    items: z.array(item).max(MAX_ITEMS),
  }),
  usage: z.object({ since: day, readErrors: z.int().nonnegative(), days }),
});

export type Wire = z.infer<typeof wireSchema>;
