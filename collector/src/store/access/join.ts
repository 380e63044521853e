import type { Kysely } from "kysely";
import { note } from "../audit.ts";
import type { Engine } from "../engine/connection.ts";
import type { Actor } from "../records.ts";
import type { Join, JoinResult, TokenOwner } from "../secrets.ts";
import type { Tables } from "../tables.ts";

/** Trades a code for a token of the machine's own. A machine that is known gets another token, and is revoked no longer. */
export function join(db: Kysely<Tables>, request: Join): Promise<JoinResult> {
  return db.transaction().execute(async (transaction): Promise<JoinResult> => {
    const invite = await useInvite(transaction, request);
    if (invite === undefined) return { status: "invalid_code" };
    const machine = await addMachine(transaction, request);
    await transaction
      .insertInto("machine_token")
      .values({ machine, hash: request.token.hash, prefix: request.token.prefix, created_at: request.at })
      .execute();
    const by: Actor = { who: `invite ${invite}`, from: request.from, at: request.at };
    await note(transaction, by, "machine.join", String(machine));
    return { status: "joined", machine: String(machine) };
  });
}

/** @returns the invite's clear characters; undefined if it is unknown, expired, used up, revoked or another machine's */
async function useInvite(
  db: Kysely<Tables>,
  { codeHash, program, machine, at }: Join,
): Promise<string | undefined> {
  const sender = db
    .selectFrom("machine")
    .select("id")
    .where("program", "=", program)
    .where("machine_id", "=", machine.id);
  const used = await db
    .updateTable("invite")
    .set((eb) => ({ uses_left: eb("uses_left", "-", 1) }))
    .where("hash", "=", codeHash)
    .where("uses_left", ">", 0)
    .where("expires_at", ">", at)
    .where((eb) => eb.or([eb("machine", "is", null), eb("machine", "=", sender)]))
    .returning("prefix")
    .executeTakeFirst();
  return used?.prefix;
}

async function addMachine(db: Kysely<Tables>, { program, machine, at }: Join): Promise<number> {
  const known = await db
    .selectFrom("machine")
    .select(["id", "revoked_at"])
    .where("program", "=", program)
    .where("machine_id", "=", machine.id)
    .executeTakeFirst();
  if (known === undefined) return insertMachine(db, program, machine, at);
  if (known.revoked_at !== null) {
    // Its tokens were revoked with it. They must not come back to life.
    await db.deleteFrom("machine_token").where("machine", "=", known.id).execute();
    await db.updateTable("machine").set({ revoked_at: null }).where("id", "=", known.id).execute();
  }
  return known.id;
}

async function insertMachine(
  db: Kysely<Tables>,
  program: string,
  { id, label, os }: Join["machine"],
  at: number,
): Promise<number> {
  const inserted = await db
    .insertInto("machine")
    .values({
      program,
      machine_id: id,
      label,
      os,
      account: "",
      first_seen: at,
      root: 0,
      seq: 0,
      state_at: 0,
    })
    // Another process may have added it at this moment.
    .onConflict((conflict) => conflict.columns(["program", "machine_id"]).doUpdateSet({ label }))
    .returning(["id", "root"])
    .executeTakeFirstOrThrow();
  if (inserted.root === 0) {
    await db.updateTable("machine").set({ root: inserted.id }).where("id", "=", inserted.id).execute();
  }
  return inserted.id;
}

interface OwnerRow {
  readonly id: number;
  readonly program: string;
  readonly machine_id: string;
  readonly revoked_at: number | null;
}

const OWNER = `select m.id, m.program, m.machine_id, m.revoked_at
  from machine_token t join machine m on m.id = t.machine where t.hash = $1`;

/** Whose token this is. Every push asks. */
export async function tokenOwner(engine: Engine, hash: string): Promise<TokenOwner> {
  const session = await engine.acquire();
  try {
    const [row] = await session.all<OwnerRow>(OWNER, [hash]);
    if (row === undefined) return { status: "invalid_token" };
    if (row.revoked_at !== null) return { status: "revoked" };
    return { status: "known", machine: String(row.id), program: row.program, machineId: row.machine_id };
  } finally {
    await engine.release(session);
  }
}
