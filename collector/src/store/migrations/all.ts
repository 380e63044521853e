import { randomBytes } from "node:crypto";
import type { Kysely, Migration } from "kysely";
import type { EngineKind } from "../engine/connection.ts";
import type { Authority } from "../records.ts";
import type { Tables } from "../tables.ts";
import { createTables } from "./001-first.ts";
import { createPacks } from "./002-packs.ts";
import { addPeople } from "./003-people.ts";
import { addAlerts } from "./004-alerts.ts";
import { bindInvites } from "./005-machines.ts";
import { countFailures } from "./007-failures.ts";
import { countAudit } from "./008-audit.ts";

/** The HMAC key's length, in bytes. */
const KEY_BYTES = 32;

/** The names of all migrations, in order. */
export const MIGRATIONS = [
  "001-first",
  "002-packs",
  "003-people",
  "004-alerts",
  "005-machines",
  "007-failures",
  "008-audit",
] as const;

/**
 * Every migration, in the order of their names. One that was released is never changed.
 * @param makeAuthority called once, under the lock of the migration, for a new database
 */
export function allMigrations(
  kind: EngineKind,
  makeAuthority: () => Promise<Authority>,
): Record<(typeof MIGRATIONS)[number], Migration> {
  return {
    "001-first": {
      up: async (db: Kysely<unknown>) => {
        await createTables(db, kind);
        await fillMeta(db as Kysely<Tables>, await makeAuthority());
      },
    },
    "002-packs": { up: (db: Kysely<unknown>) => createPacks(db, kind) },
    "003-people": { up: (db: Kysely<unknown>) => addPeople(db, kind) },
    "004-alerts": { up: (db: Kysely<unknown>) => addAlerts(db, kind) },
    "005-machines": { up: (db: Kysely<unknown>) => bindInvites(db, kind) },
    "007-failures": { up: (db: Kysely<unknown>) => countFailures(db, kind) },
    "008-audit": { up: (db: Kysely<unknown>) => countAudit(db, kind) },
  };
}

async function fillMeta(db: Kysely<Tables>, { certificate, key }: Authority): Promise<void> {
  const values = {
    hmac_key: randomBytes(KEY_BYTES).toString("base64"),
    ca_certificate: certificate,
    ca_key: key,
    probe: "written to see whether the database can be written",
  };
  const rows = Object.entries(values).map(([name, value]) => ({ key: name, value }));
  await db.insertInto("meta").values(rows).execute();
}
