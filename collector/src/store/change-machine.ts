import type { Kysely } from "kysely";
import { note } from "./audit.ts";
import type { AuditAction } from "./audit-actions.ts";
import { machineNumber } from "./queries/machines.ts";
import type { Actor } from "./records.ts";
import type { Tables } from "./tables.ts";

type Db = Kysely<Tables>;

export function renameMachine(db: Db, id: string, name: string | null, by: Actor): Promise<boolean> {
  return change(db, { id, column: "id", set: { name }, action: "machine.rename" }, by);
}

export function archiveMachine(db: Db, id: string, archived: boolean, by: Actor): Promise<boolean> {
  const set = { archived_at: archived ? by.at : null };
  return change(
    db,
    { id, column: "id", set, action: archived ? "machine.archive" : "machine.unarchive" },
    by,
  );
}

/** With all that is shown as this machine: none of it may push any more. */
export function revokeMachine(db: Db, id: string, by: Actor): Promise<boolean> {
  return change(db, { id, column: "root", set: { revoked_at: by.at }, action: "machine.revoke" }, by);
}

interface Change {
  readonly id: string;
  /** `root` changes the machines merged into it, too. */
  readonly column: "id" | "root";
  readonly set: Partial<Pick<Tables["machine"], "name" | "archived_at" | "revoked_at">>;
  readonly action: AuditAction;
}

/** @returns whether there is such a machine */
function change(db: Db, { id, column, set, action }: Change, by: Actor): Promise<boolean> {
  const machine = machineNumber(id);
  if (machine === undefined) return Promise.resolve(false);
  return db.transaction().execute(async (transaction) => {
    const changed = await transaction
      .updateTable("machine")
      .set(set)
      .where((eb) => eb.or([eb("id", "=", machine), eb(column, "=", machine)]))
      .returning("id")
      .execute();
    if (changed.length === 0) return false;
    await note(transaction, by, action, id);
    return true;
  });
}
