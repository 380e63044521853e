import type { Connection } from "../engine/connection.ts";
import type { KeepResult, Push } from "../store.ts";
import type { Arrived } from "./arrived.ts";
import { addToCounters } from "./counters.ts";
import { changedDays, writeDays } from "./days.ts";
import { keepLimits } from "./limits.ts";
import { noteArrival, noteSnapshot } from "./machine.ts";
import { orderOf } from "./order.ts";
import { knownPast } from "./past.ts";
import { withoutPruned } from "./pruned.ts";
import { findSender, retireOlderTokens } from "./sender.ts";
import { countDays } from "./sums.ts";

/**
 * Reads a snapshot and keeps it, within a transaction (docs/contract.md, rules 1 to 7). Every snapshot that is accepted writes a row, also
 * a late one: only then does the commit wait until all that was written before it is safe.
 */
export async function keep(connection: Connection, push: Push): Promise<KeepResult> {
  const { arrivedAt } = push;
  const sender = await findSender(connection, push.tokenHash);
  if (sender.status !== "found") return sender;
  const { token, machine, group } = sender;
  const read = push.read(knownPast(machine.past_digest, arrivedAt));
  if (read.status !== "ok") return read;
  const { snapshot } = read;
  if (machine.program !== snapshot.program || machine.machine_id !== snapshot.machine.id) {
    return { status: "other_machine" };
  }
  const arrived: Arrived = { snapshot, arrivedAt };
  if (token.used_at === null) await retireOlderTokens(connection, token, arrivedAt);

  const order = await orderOf(connection, machine, arrived);
  if (order.status === "late") {
    await noteArrival(connection, machine, arrivedAt);
    return { status: "kept", late: true };
  }

  const changes = await changedDays(connection, machine, snapshot);
  const isChanged = changes.length > 0;
  if (isChanged) {
    await writeDays(connection, machine.id, changes);
    await addToCounters(connection, machine.id, await withoutPruned(connection, changes));
  }
  await noteSnapshot(connection, machine, arrived, order);
  // Rows that machines share come last: others wait for them until the commit.
  if (isChanged) await countDays(connection, machine.id, group, changes);
  await keepLimits(connection, machine, arrived);
  return { status: "kept", late: false };
}
