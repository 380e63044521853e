import * as z from "zod";
import { KEYCHAIN_FAILURES } from "../../failures/index.ts";

export const noteSchema = z.object({
  at: z.iso.datetime({ offset: true }),
  failure: z.enum(KEYCHAIN_FAILURES),
});
