import type { Connection } from "../engine/connection.ts";
import type { Arrived } from "./arrived.ts";
import type { Order } from "./order.ts";
import { pastText } from "./past.ts";
import type { MachineRow } from "./sender.ts";

/** A machine that pushes is here, so it is not archived. */
export async function noteArrival(connection: Connection, machine: MachineRow, at: number): Promise<void> {
  await connection.run("update machine set last_seen = $1, archived_at = null where id = $2", [
    at,
    machine.id,
  ]);
}

/** What the newest snapshot says of the machine. */
export async function noteSnapshot(
  connection: Connection,
  machine: MachineRow,
  { snapshot, arrivedAt }: Arrived,
  order: Exclude<Order, { status: "late" }>,
): Promise<void> {
  await connection.run(
    `update machine set last_seen = $1, archived_at = null, label = $2, os = $3, account = $4, agent_version = $5,
       agent_usage_version = $6, state_id = $7, seq = $8, state_at = $9, past_digest = $10, two_homes_at = $11
     where id = $12`,
    [
      arrivedAt,
      snapshot.machine.label,
      snapshot.machine.os,
      snapshot.machine.account ?? "",
      snapshot.agentVersion,
      snapshot.agentUsageVersion,
      snapshot.stateId,
      snapshot.seq,
      arrivedAt,
      snapshot.past && pastText(snapshot.past),
      order.twoHomes ? arrivedAt : machine.two_homes_at,
      machine.id,
    ],
  );
}
