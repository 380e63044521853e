import type { Connection } from "../engine/connection.ts";
import type { KeepResult, Push } from "../store.ts";
import { addToCounters } from "./counters.ts";
import { changedDays, writeDays } from "./days.ts";
import { keepLimits } from "./limits.ts";
import { noteArrival, noteSnapshot } from "./machine.ts";
import { orderOf } from "./order.ts";
import { withoutPruned } from "./pruned.ts";
import { findSender, retireOlderTokens } from "./sender.ts";
import { countDays } from "./sums.ts";

/**
 * Keeps a snapshot, within a transaction (docs/contract.md, rules 1 to 7). Every snapshot that is accepted writes a row, also
 * a late one: only then does the commit wait until all that was written before it is safe.
 */
export async function keep(connection: Connection, push: Push): Promise<KeepResult> {
  const sender = await findSender(connection, push);
  if (sender.status !== "found") return sender;
  const { token, machine, group } = sender;
  if (token.used_at === null) await retireOlderTokens(connection, token, push.arrivedAt);

  const order = await orderOf(connection, machine, push);
  if (order.status === "late") {
    await noteArrival(connection, machine, push.arrivedAt);
    return { status: "kept", late: true };
  }

  const { changes, pastDigest } = await changedDays(connection, machine, push);
  if (changes.length > 0) {
    await writeDays(connection, machine.id, changes);
    await countDays(connection, group, changes);
    await addToCounters(connection, machine.id, await withoutPruned(connection, changes));
  }
  await keepLimits(connection, machine, push);
  await noteSnapshot(connection, machine, push, order, pastDigest);
  return { status: "kept", late: false };
}
