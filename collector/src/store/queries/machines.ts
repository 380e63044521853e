import type { Kysely } from "kysely";
import type { Machine } from "../records.ts";
import type { Tables } from "../tables.ts";

/** All machines but those merged into another, by id. */
export async function listMachines(db: Kysely<Tables>): Promise<Machine[]> {
  const rows = await db.selectFrom("machine").selectAll().orderBy("id").execute();
  const merged = new Map<number, string[]>();
  for (const { id, root } of rows) {
    if (id !== root) merged.set(root, [...(merged.get(root) ?? []), String(id)]);
  }
  return rows
    .filter(({ id, root }) => id === root)
    .map((row) => ({
      id: String(row.id),
      program: row.program,
      machineId: row.machine_id,
      label: row.label,
      name: row.name,
      os: row.os,
      account: row.account === "" ? null : row.account,
      agentVersion: row.agent_version,
      agentUsageVersion: row.agent_usage_version,
      firstSeen: row.first_seen,
      lastSeen: row.last_seen,
      archived: row.archived_at !== null,
      revoked: row.revoked_at !== null,
      twoHomesAt: row.two_homes_at,
      merged: merged.get(row.id) ?? [],
    }));
}

/** The number of an id as the API has it. Undefined if it is none. */
export function machineNumber(id: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined;
}
