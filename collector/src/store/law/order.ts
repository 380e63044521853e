import { isLate } from "../../../../src/contract/index.ts";
import type { Connection } from "../engine/connection.ts";
import { upsert } from "../engine/upsert.ts";
import type { Arrived } from "./arrived.ts";
import type { MachineRow } from "./sender.ts";

const DAY_MS = 86_400_000;

export type Order =
  | { readonly status: "late" }
  | {
      readonly status: "next";
      /** Whether this `stateId` pushed less than a day ago, and another one since: two homes push as one machine. */
      readonly twoHomes: boolean;
    };

interface StateRow {
  readonly seq: number;
  readonly seen_at: number;
}

/** Rule 2. A machine's row has the `stateId` that pushed last; those from before are remembered beside it, for good. */
export async function orderOf(
  connection: Connection,
  machine: MachineRow,
  { snapshot, arrivedAt }: Arrived,
): Promise<Order> {
  if (machine.state_id === snapshot.stateId) {
    return isLate(snapshot.seq, machine.seq) ? { status: "late" } : { status: "next", twoHomes: false };
  }
  const [known] = await connection.all<StateRow>(
    "select seq, seen_at from state where machine = $1 and state_id = $2",
    [machine.id, snapshot.stateId],
  );
  if (isLate(snapshot.seq, known?.seq)) return { status: "late" };
  await rememberState(connection, machine);
  return { status: "next", twoHomes: known !== undefined && arrivedAt - known.seen_at < DAY_MS };
}

const STATE = upsert({
  table: "state",
  key: ["machine", "state_id"],
  columns: { machine: "bigint", state_id: "text", seq: "bigint", seen_at: "bigint" },
});

async function rememberState(connection: Connection, machine: MachineRow): Promise<void> {
  if (machine.state_id === null) return;
  await connection.upsert(STATE, [[machine.id, machine.state_id, machine.seq, machine.state_at]]);
}
