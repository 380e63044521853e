import { toUSVString } from "node:util";
import * as z from "zod";

/** The longest text of a push that is kept, in UTF-16 units. */
export const MAX_TEXT = 256;

/** A text that every database can hold: a lone surrogate becomes U+FFFD. */
export const text = z.string().max(MAX_TEXT).transform(toUSVString);
export const name = z.string().min(1).max(MAX_TEXT).transform(toUSVString);
