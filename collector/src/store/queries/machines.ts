import type { Kysely, Selectable } from "kysely";
import type { Machine, MachinePart } from "../records.ts";
import type { Tables } from "../tables.ts";

type Row = Selectable<Tables["machine"]>;

/** All machines but those merged into another, by id. */
export async function listMachines(db: Kysely<Tables>): Promise<Machine[]> {
  const rows = await db.selectFrom("machine").selectAll().orderBy("id").execute();
  const parts = new Map<number, Row[]>();
  for (const row of rows) {
    if (row.id !== row.root) parts.set(row.root, [...(parts.get(row.root) ?? []), row]);
  }
  return rows.filter(({ id, root }) => id === root).map((row) => machineOf(row, parts.get(row.id) ?? []));
}

function machineOf(row: Row, parts: readonly Row[]): Machine {
  // A merged machine may be the one that still pushes.
  const newest = parts.reduce((a, b) => ((b.last_seen ?? 0) > (a.last_seen ?? 0) ? b : a), row);
  const isBack = row.archived_at !== null && (newest.last_seen ?? 0) > row.archived_at;
  return {
    id: String(row.id),
    program: row.program,
    machineId: row.machine_id,
    label: row.label,
    name: row.name,
    os: newest.os,
    account: newest.account === "" ? null : newest.account,
    agentVersion: newest.agent_version,
    agentUsageVersion: newest.agent_usage_version,
    firstSeen: row.first_seen,
    lastSeen: newest.last_seen,
    archived: row.archived_at !== null && !isBack,
    revoked: row.revoked_at !== null,
    twoHomesAt: row.two_homes_at,
    merged: parts.map(({ id }) => String(id)),
  };
}

/** The machines merged into one, by id. */
export async function listParts(db: Kysely<Tables>, id: string): Promise<MachinePart[]> {
  const root = machineNumber(id);
  if (root === undefined) return [];
  const rows = await db
    .selectFrom("machine")
    .selectAll()
    .where("root", "=", root)
    .where("merged_into", "is not", null)
    .orderBy("id")
    .execute();
  return rows.map((row) => ({
    id: String(row.id),
    label: row.label,
    machineId: row.machine_id,
    lastSeen: row.last_seen,
    into: String(row.merged_into),
  }));
}

/** The number of an id as the API has it. Undefined if it is none. */
export function machineNumber(id: string): number | undefined {
  return /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined;
}
