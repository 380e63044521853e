import { writeAtomically } from "../../base/disk/atomic.ts";
import { readRegularFile } from "../../base/disk/regular-file.ts";
import { parseJson } from "../../base/json.ts";
import type { StateFolder } from "../folder/state-folder.ts";
import type { Delivery } from "./delivery-schema.ts";

/** The outcome of the last push; `undefined` if it is not known. Never rejects. */
export async function readDelivery({ names, files }: StateFolder): Promise<Delivery | undefined> {
  const text = await readRegularFile(names.delivery, files).catch(() => "");
  if (text === "") return undefined;
  const { deliverySchema } = await import("./delivery-schema.ts");
  const parsed = deliverySchema.safeParse(parseJson(text));
  return parsed.success ? parsed.data : undefined;
}

/** Notes the outcome of a push (rule STATE-20). Never rejects: losing the note does no harm. */
export async function noteDelivery(
  folder: StateFolder,
  { at, outcome, delivered }: { at: string; outcome: string; delivered: boolean },
): Promise<void> {
  const lastDeliveredAt = delivered ? at : ((await readDelivery(folder))?.lastDeliveredAt ?? null);
  const note: Delivery = { at, outcome, lastDeliveredAt };
  await writeAtomically(folder.names.delivery, `${JSON.stringify(note)}\n`, folder.files).catch(() => {});
}
