import type { Connection } from "../engine/connection.ts";
import type { Push } from "../store.ts";

/** A machine as the law needs it. */
export interface MachineRow {
  readonly id: number;
  readonly program: string;
  readonly machine_id: string;
  readonly revoked_at: number | null;
  readonly two_homes_at: number | null;
  readonly root: number;
  readonly state_id: string | null;
  readonly seq: number;
  readonly state_at: number;
  readonly frozen_digest: string | null;
}

export interface TokenRow {
  readonly id: number;
  readonly machine: number;
  readonly used_at: number | null;
}

export type Sender =
  | {
      readonly status: "found";
      readonly token: TokenRow;
      readonly machine: MachineRow;
      /** All machines that are shown as one with it, itself included, by id. All are locked. */
      readonly group: readonly MachineRow[];
    }
  | { readonly status: "invalid_token" | "revoked" | "other_machine" };

/** Who a push comes from, by its token. Locks the machine, and those merged with it, until the end of the transaction. */
export async function findSender(connection: Connection, { tokenHash, snapshot }: Push): Promise<Sender> {
  const [token] = await connection.all<TokenRow>(
    "select id, machine, used_at from machine_token where hash = $1",
    [tokenHash],
  );
  if (token === undefined) return { status: "invalid_token" };
  const group = await lockGroup(connection, token.machine);
  const machine = group.find(({ id }) => id === token.machine);
  if (machine === undefined) return { status: "invalid_token" };
  if (machine.revoked_at !== null) return { status: "revoked" };
  if (machine.program !== snapshot.program || machine.machine_id !== snapshot.machine.id) {
    return { status: "other_machine" };
  }
  return { status: "found", token, machine, group };
}

const GROUP = `select id, program, machine_id, revoked_at, two_homes_at, root, state_id, seq, state_at, frozen_digest
  from machine where root = (select root from machine where id = $1) order by id`;

/** The machines that are shown as one with this one, in the order of their ids, so that no two locks wait in a circle. */
export function lockGroup(connection: Connection, id: number): Promise<MachineRow[]> {
  return connection.all<MachineRow>(connection.kind === "postgres" ? `${GROUP} for update` : GROUP, [id]);
}

/** Once a machine's new token is used, the ones from before are not valid any more. */
export async function retireOlderTokens(
  connection: Connection,
  { id, machine }: TokenRow,
  at: number,
): Promise<void> {
  await connection.run("delete from machine_token where machine = $1 and id < $2", [machine, id]);
  await connection.run("update machine_token set used_at = $1 where id = $2", [at, id]);
}
