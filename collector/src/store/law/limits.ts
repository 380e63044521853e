import type { SentLimit } from "../../ingest/index.ts";
import type { Connection } from "../engine/connection.ts";
import { upsert } from "../engine/upsert.ts";
import type { Arrived } from "./arrived.ts";
import type { MachineRow } from "./sender.ts";

interface LimitRow {
  readonly kind: string;
  readonly limit_group: string;
  readonly model: string;
  readonly percent: number | null;
  readonly severity: string | null;
  readonly resets_at: number | null;
  readonly fetched_at: number;
}

const KEY = ["account", "machine", "kind", "limit_group", "model"] as const;
const COLUMNS = {
  account: "text",
  machine: "bigint",
  kind: "text",
  limit_group: "text",
  model: "text",
  percent: "bigint",
  severity: "text",
  resets_at: "bigint",
  fetched_at: "bigint",
} as const;

const LIMIT_NOW = upsert({ table: "limit_now", key: KEY, columns: COLUMNS });

const LIMIT_HISTORY = `insert into limit_history (${Object.keys(COLUMNS).join(", ")})
  values (${Object.keys(COLUMNS)
    .map((_, index) => `$${index + 1}`)
    .join(", ")})`;

/**
 * Rule 7: limits belong to the account, whichever machine reads them; the newest reading wins. A reading that says what the
 * one before said becomes no row of the history. A clock that is ahead cannot make a reading newer than its arrival.
 */
export async function keepLimits(
  connection: Connection,
  { id }: MachineRow,
  { snapshot, arrivedAt }: Arrived,
): Promise<void> {
  if (snapshot.limits === null || snapshot.limits.items.length === 0) return;
  const account = snapshot.machine.account ?? "";
  const machine = account === "" ? id : 0;
  const fetchedAt = Math.min(snapshot.limits.fetchedAt, arrivedAt);
  const known = new Map((await loadLimits(connection, account, machine)).map((row) => [keyOf(row), row]));
  const newer = readingsOf(snapshot.limits.items, fetchedAt).filter(
    (row) => (known.get(keyOf(row))?.fetched_at ?? Number.NEGATIVE_INFINITY) < fetchedAt,
  );
  if (newer.length === 0) return;
  const values = (row: LimitRow) => [
    account,
    machine,
    row.kind,
    row.limit_group,
    row.model,
    row.percent,
    row.severity,
    row.resets_at,
    row.fetched_at,
  ];
  await connection.upsert(LIMIT_NOW, newer.map(values));
  for (const row of newer) {
    if (!saysTheSame(row, known.get(keyOf(row)))) await connection.run(LIMIT_HISTORY, values(row));
  }
}

function loadLimits(connection: Connection, account: string, machine: number): Promise<LimitRow[]> {
  const text = `select kind, limit_group, model, percent, severity, resets_at, fetched_at from limit_now
    where account = $1 and machine = $2 order by kind, limit_group, model`;
  return connection.all<LimitRow>(connection.kind === "postgres" ? `${text} for update` : text, [
    account,
    machine,
  ]);
}

/** In the order of their keys. A limit that stands twice is read once. */
function readingsOf(items: readonly SentLimit[], fetchedAt: number): LimitRow[] {
  const rows = items.map((item) => ({
    kind: item.kind,
    limit_group: item.group,
    model: item.model ?? "",
    percent: item.percent,
    severity: item.severity,
    resets_at: item.resetsAt,
    fetched_at: fetchedAt,
  }));
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  return [...byKey].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

const keyOf = (row: LimitRow): string => [row.kind, row.limit_group, row.model].join("\0");

const saysTheSame = (a: LimitRow, b: LimitRow | undefined): boolean =>
  b !== undefined && a.percent === b.percent && a.severity === b.severity && a.resets_at === b.resets_at;
