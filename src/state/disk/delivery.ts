import { writeAtomically } from "../../base/disk/atomic.ts";
import type { StateFiles } from "../../base/disk/files.ts";
import { readRegularFile } from "../../base/disk/regular-file.ts";
import { parseJson } from "../../base/json.ts";
import { stateNames } from "../folder/state-folder.ts";
import { type Delivery, deliverySchema } from "../law/state.ts";

/** What became of the last push; nothing where that is not known. */
export async function readDelivery(dir: string, files: StateFiles): Promise<Delivery | undefined> {
  const text = await readRegularFile(stateNames(dir).delivery, files).catch(() => "");
  const parsed = deliverySchema.safeParse(parseJson(text));
  return parsed.success ? parsed.data : undefined;
}

/** Notes what became of a push. A failure is none of the beat's: the note's loss is harmless. */
export async function noteDelivery(
  dir: string,
  { at, outcome, delivered }: { at: string; outcome: string; delivered: boolean },
  files: StateFiles,
): Promise<void> {
  const lastDeliveredAt = delivered ? at : ((await readDelivery(dir, files))?.lastDeliveredAt ?? null);
  const note: Delivery = { at, outcome, lastDeliveredAt };
  await writeAtomically(stateNames(dir).delivery, `${JSON.stringify(note)}\n`, files).catch(() => {});
}
