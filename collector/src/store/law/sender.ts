import type { Connection } from "../engine/connection.ts";

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
  readonly past_digest: string | null;
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
  | { readonly status: "invalid_token" | "revoked" };

/** Who a push comes from, by its token. Locks the machine, and those merged with it, until the end of the transaction. */
export async function findSender(connection: Connection, tokenHash: string): Promise<Sender> {
  const group = await lockByToken(connection, tokenHash);
  const machine = group.find(({ id, owner }) => id === owner);
  if (machine === undefined) return { status: "invalid_token" };
  if (machine.revoked_at !== null) return { status: "revoked" };
  const token = { id: machine.token, machine: machine.owner, used_at: machine.used_at };
  return { status: "found", token, machine, group };
}

const COLUMNS = [
  "id",
  "program",
  "machine_id",
  "revoked_at",
  "two_homes_at",
  "root",
  "state_id",
  "seq",
  "state_at",
]
  .concat("past_digest")
  .map((name) => `m.${name}`)
  .join(", ");

const BY_TOKEN = `select ${COLUMNS}, t.id as token, t.machine as owner, t.used_at
  from machine_token t join machine o on o.id = t.machine join machine m on m.root = o.root
  where t.hash = $1 order by m.id`;

const GROUP = `select ${COLUMNS} from machine m where m.root = (select root from machine where id = $1) order by m.id`;

interface TokenColumns {
  readonly token: number;
  /** The machine that has the token. */
  readonly owner: number;
  readonly used_at: number | null;
}

/** The machines that are shown as one with the one that has a token, as `lockGroup` has them; none if nobody has it. */
async function lockByToken(connection: Connection, hash: string): Promise<(MachineRow & TokenColumns)[]> {
  type Row = MachineRow & TokenColumns;
  if (connection.kind !== "postgres") return connection.all<Row>(BY_TOKEN, [hash]);
  const lock = () => connection.all<Row>(`${BY_TOKEN} for update of m`, [hash]);
  const group = await lock();
  // A merge that ended while this waited for it has changed which machines these are.
  return group.some(({ id, owner }) => id === owner) ? group : lock();
}

/** The machines that are shown as one with this one, in the order of their ids, so that no two locks wait in a circle. */
export function lockGroup(connection: Connection, id: number): Promise<MachineRow[]> {
  return connection.all<MachineRow>(connection.kind === "postgres" ? `${GROUP} for update of m` : GROUP, [
    id,
  ]);
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
