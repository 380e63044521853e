import { makeSecret } from "../../collector/src/auth/index.ts";
import { readSnapshot } from "../../collector/src/ingest/index.ts";
import { transaction } from "../../collector/src/store/engine/connection.ts";
import { openStore, type Push, type Store, type StoreOptions } from "../../collector/src/store/index.ts";
import { keep } from "../../collector/src/store/law/keep.ts";
import { type MigratedDatabase, openMigrated } from "../../collector/src/store/open.ts";
import { bodyOf, machineId, TODAY } from "./fleet.ts";

/** Machines that are added in one transaction: a sync for each push would take minutes. */
const AT_ONCE = 500;

export interface Tokens {
  readonly secrets: readonly string[];
  readonly hashes: readonly string[];
}

/** Fills a database with machines that have pushed once: each push goes through the law of the record, as one that arrives. */
export async function prepareFleet(options: StoreOptions, machines: number): Promise<Tokens> {
  const opened = await openStore(options);
  if (opened.status !== "open") throw new Error(opened.reason);
  const { hmacKey } = opened.store;
  await opened.store.close();
  const database = await openMigrated(options);
  if (database.status !== "open") throw new Error(database.reason);
  try {
    const tokens = Array.from({ length: machines }, () => makeSecret("token", hmacKey));
    const hashes = tokens.map(({ stored }) => stored.hash);
    for (let first = 0; first < machines; first += AT_ONCE) {
      const these = tokens.slice(first, first + AT_ONCE).map(({ stored }, index) => ({
        number: first + index,
        token: stored,
      }));
      await addMachines(database, these);
    }
    return { secrets: tokens.map(({ secret }) => secret), hashes };
  } finally {
    await database.engine.close();
  }
}

interface NewMachine {
  readonly number: number;
  readonly token: { readonly hash: string; readonly prefix: string };
}

async function addMachines({ engine, db }: MigratedDatabase, machines: readonly NewMachine[]): Promise<void> {
  const program = { program: "agent-usage", label: "bench", os: "linux", account: "", first_seen: TODAY };
  const before = { root: 0, seq: 0, state_at: 0 };
  const added = await db
    .insertInto("machine")
    .values(machines.map(({ number }) => ({ ...program, ...before, machine_id: machineId(number) })))
    .returning(["id", "machine_id"])
    .execute();
  const ids = new Map(added.map(({ id, machine_id }) => [machine_id, id]));
  await db
    .updateTable("machine")
    .set((eb) => ({ root: eb.ref("id") }))
    .where("root", "=", 0)
    .execute();
  const rows = machines.map(({ number, token }) => ({
    ...token,
    machine: ids.get(machineId(number)) ?? 0,
    created_at: TODAY,
  }));
  await db.insertInto("machine_token").values(rows).execute();
  await transaction(engine, async (session) => {
    for (const { number, token } of machines) await keep(session, pushOf(token.hash, number, 0));
  });
}

function pushOf(tokenHash: string, machine: number, seq: number, changed?: number): Push {
  const body = Buffer.from(bodyOf(machine, seq, changed));
  return { tokenHash, read: (past) => readSnapshot(body, past), arrivedAt: TODAY + seq * 1_000 };
}

/** Pushes at the store's own boundary. @param changed how many days of a push are new */
export function pushInto(store: Store, tokenHashes: readonly string[], changed?: number) {
  return async (machine: number, seq: number): Promise<void> => {
    const kept = await store.keep(pushOf(tokenHashes[machine] ?? "", machine, seq, changed));
    if (kept.status !== "kept") throw new Error(kept.status);
  };
}
