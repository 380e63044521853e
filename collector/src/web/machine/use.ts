import type { Markup } from "../../../../src/report/index.ts";
import { controlsOf, type Table, type View } from "../site/index.ts";

/** What a machine used in the range, by day and model, beside the period before. */
export async function machineUse(view: View, id: string): Promise<{ body: Markup; tables: Table[] }> {
  await view.store.fleetUsage({ from: view.range.from, to: view.range.to, by: "model", machine: [id] });
  return { body: controlsOf(view), tables: [] };
}
