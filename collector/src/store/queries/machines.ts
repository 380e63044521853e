import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import type { Texts } from "../engine/columns.ts";
import type { Machine, MachinePart } from "../records.ts";
import type { Tables } from "../tables.ts";
import type { Reading } from "./reading.ts";

/** Stands for an instant that is not known. */
const NEVER = -1;
const TEXTS = [
  "program",
  "machine_id",
  "label",
  "name",
  "os",
  "account",
  "agent_version",
  "agent_usage_version",
] as const;
const INSTANTS = ["first_seen", "last_seen", "archived_at", "revoked_at", "two_homes_at"] as const;

export type MachineRow = Readonly<
  Pick<Selectable<Tables["machine"]>, "id" | "root" | (typeof TEXTS)[number] | (typeof INSTANTS)[number]>
>;

/** Of more changed machines, the rows of all are read: one after the other would take longer. */
export const MANY = 2_000;
/** A machine that was seen this short a time ago may push again within the same millisecond. */
export const RECENT_MS = 5_000;

/** All machines but those merged into another, by id. */
export async function listMachines(reading: Reading): Promise<Machine[]> {
  const rows = await machineRows(reading, sql`1 = 1`);
  const parts = partsIn(rows);
  return rows
    .filter(({ id, root }) => id === root)
    .map((row) => machineOf(row, parts.get(row.id) ?? NO_PARTS));
}

/** The rows of merged machines, by what they are shown as. */
export function partsIn(rows: readonly MachineRow[]): Map<number, MachineRow[]> {
  const parts = new Map<number, MachineRow[]>();
  for (const row of rows) {
    if (row.id !== row.root) parts.set(row.root, [...(parts.get(row.root) ?? []), row]);
  }
  return parts;
}

/** By id. They may be many, so they are read by column. */
export async function machineRows(reading: Reading, where: RawBuilder<unknown>): Promise<MachineRow[]> {
  const texts = sql.raw(TEXTS.join(", "));
  const instants = sql.raw(INSTANTS.map((name) => `coalesce(${name}, ${NEVER}) as ${name}`).join(", "));
  const columns = await reading.columns(sql`select id, root, ${texts}, ${instants} from machine
    where ${where}`);
  const [ids, roots] = [columns.numbers("id"), columns.numbers("root")];
  const [program, machineId, label, name, os, account, agent, usage] = TEXTS.map((text) =>
    columns.texts(text),
  );
  const [first, last, archived, revoked, twoHomes] = INSTANTS.map((instant) => columns.numbers(instant));
  const rows = Array.from(
    ids,
    (id, at): MachineRow => ({
      id,
      root: roots[at] ?? id,
      program: textAt(program, at) ?? "",
      machine_id: textAt(machineId, at) ?? "",
      label: textAt(label, at) ?? "",
      name: textAt(name, at),
      os: textAt(os, at) ?? "",
      account: textAt(account, at) ?? "",
      agent_version: textAt(agent, at),
      agent_usage_version: textAt(usage, at),
      first_seen: first?.[at] ?? NEVER,
      last_seen: instantAt(last, at),
      archived_at: instantAt(archived, at),
      revoked_at: instantAt(revoked, at),
      two_homes_at: instantAt(twoHomes, at),
    }),
  );
  return rows.sort((a, b) => a.id - b.id);
}

function textAt(texts: Texts | undefined, at: number): string | null {
  return texts?.names[texts.places[at] ?? 0] ?? null;
}

function instantAt(instants: Float64Array | undefined, at: number): number | null {
  const instant = instants?.[at] ?? NEVER;
  return instant === NEVER ? null : instant;
}

const NO_PARTS: readonly MachineRow[] = [];

export function machineOf(row: MachineRow, parts: readonly MachineRow[]): Machine {
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
