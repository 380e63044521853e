import { runAll } from "./command-runner.ts";
import { type Removal, removeFiles } from "./files.ts";
import type { Place } from "./make-plan.ts";
import type { Plan } from "./plan.ts";
import { serviceState } from "./service-state.ts";

export type RemoveResult =
  | {
      readonly status: "removed";
      readonly removed: readonly string[];
      /** Files that stay, with the user's own lines. */
      readonly kept: readonly string[];
      /** Why the manager could not be reached; a running service then keeps running. `undefined` if it was reached. */
      readonly unreachable: string | undefined;
    }
  /** The manager did not stop the service, and nothing was removed. */
  | { readonly status: "still_active"; readonly why: string }
  | ({ readonly status: "failed" } & Removal);

/** Stops the service and removes its files. Never rejects. */
export async function removeService(plan: Plan, place: Place): Promise<RemoveResult> {
  const notStopped = runAll(plan.disable, place.run);
  if (notStopped !== undefined && serviceState(place).isActive) {
    return { status: "still_active", why: notStopped.failed };
  }
  const removal = await removeFiles(plan);
  const notForgotten = runAll(plan.forget, place.run);
  const { removed, kept, failed, unwritten } = removal;
  if (failed.length + unwritten.length > 0) return { status: "failed", ...removal };
  return { status: "removed", removed, kept, unreachable: notForgotten?.failed };
}
