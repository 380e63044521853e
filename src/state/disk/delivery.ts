import { writeAtomically } from "../../base/disk/atomic.ts";
import { readRegularFile } from "../../base/disk/regular-file.ts";
import { parseJson } from "../../base/json.ts";
import type { StateFolder } from "../folder/state-folder.ts";
import { type Delivery, deliverySchema } from "../law/state.ts";

/** What became of the last push; nothing where that is not known. */
export async function readDelivery({ names, files }: StateFolder): Promise<Delivery | undefined> {
  const text = await readRegularFile(names.delivery, files).catch(() => "");
  const parsed = deliverySchema.safeParse(parseJson(text));
  return parsed.success ? parsed.data : undefined;
}

/** Notes what became of a push. A failure is none of the beat's: the note's loss is harmless. */
export async function noteDelivery(
  folder: StateFolder,
  { at, outcome, delivered }: { at: string; outcome: string; delivered: boolean },
): Promise<void> {
  const lastDeliveredAt = delivered ? at : ((await readDelivery(folder))?.lastDeliveredAt ?? null);
  const note: Delivery = { at, outcome, lastDeliveredAt };
  await writeAtomically(folder.names.delivery, `${JSON.stringify(note)}\n`, folder.files).catch(() => {});
}
