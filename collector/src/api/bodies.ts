import { toUSVString } from "node:util";
import * as z from "zod";

const MAX_TEXT = 256;

/** A text that every database can hold: no NUL, and a lone surrogate becomes U+FFFD. */
const text = z
  .string()
  .min(1)
  .max(MAX_TEXT)
  .refine((given) => !given.includes("\0"))
  .transform(toUSVString);

/** The body of `POST /join`. */
export const joinBody = z.object({
  code: z.string().max(MAX_TEXT),
  program: z.string().regex(/^[A-Za-z0-9._-]{1,128}$/),
  machine: z.object({ id: z.guid().transform((id) => id.toLowerCase()), label: text, os: text }),
});
