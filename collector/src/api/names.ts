import * as z from "zod";
import { hasInvisible } from "../../../src/text/visible.ts";

const INVISIBLE =
  "the name has characters that cannot be seen, such as zero-width spaces or marks of direction";

/** The longest name of a machine. */
export const MAX_MACHINE_NAME = 256;

/** A name as people give it: one that looks like another one, and is none, is refused. */
export function givenName(most: number): z.ZodType<string> {
  return z
    .string()
    .trim()
    .normalize("NFC")
    .max(most)
    .refine((name) => !hasInvisible(name), INVISIBLE);
}
