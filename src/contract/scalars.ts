import * as z from "zod";

/** A Toronto calendar day, `YYYY-MM-DD`. */
export const day = z.iso.date();
/** An instant in ISO 8601, with any offset. */
export const instant = z.iso.datetime({ offset: true });
