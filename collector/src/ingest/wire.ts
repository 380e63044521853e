import { toUSVString } from "node:util";
import * as z from "zod";
import { countsSchema, day, instant, limitsSchema, MAX_ITEMS } from "../../../src/contract/index.ts";

/** The longest text of a push that is kept, in UTF-16 units. */
const MAX_TEXT = 256;

/** A text that every database can hold: a lone surrogate becomes U+FFFD. */
const text = z.string().max(MAX_TEXT).transform(toUSVString);
const name = z.string().min(1).max(MAX_TEXT).transform(toUSVString);
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

const days = z
  .array(
    z.object({
      day,
      state: z.enum(["open", "frozen"]),
      models: z.array(z.object({ model: name, ...countsSchema.shape })),
    }),
  )
  .superRefine((all, context) => {
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
