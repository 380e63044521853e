import * as z from "zod";
import { MAX_TEXT } from "../../base/strings.ts";

const instant = z.iso.datetime({ offset: true });

/** The outcome of the last push, for `status`. */
export const deliverySchema = z.object({
  at: instant,
  outcome: z.string().max(MAX_TEXT),
  lastDeliveredAt: instant.nullable(),
});
export type Delivery = z.infer<typeof deliverySchema>;
