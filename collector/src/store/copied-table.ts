import type { ColumnMetadata, Kysely } from "kysely";
import type { ReadSession, Value } from "./engine/connection.ts";
import { type Upsert, upsert } from "./engine/upsert.ts";
import type { Tables } from "./tables.ts";

/** Rows that are read and written at once. */
const PAGE = 1_000;

/** The key of each table. A table stands after those that it refers to. Packs are made where they are read. */
const KEYS: Readonly<Record<Exclude<keyof Tables, "pack" | "pack_change">, readonly string[]>> = {
  meta: ["key"],
  machine: ["id"],
  state: ["machine", "state_id"],
  machine_day: ["machine", "day"],
  usage: ["machine", "day", "model"],
  day_sum: ["day", "model", "slot"],
  account_day_sum: ["day", "account", "model", "slot"],
  counter: ["machine", "model"],
  limit_now: ["account", "machine", "kind", "limit_group", "model"],
  limit_history: ["id"],
  machine_token: ["id"],
  invite: ["hash"],
  api_key: ["hash"],
  person: ["name"],
  login_link: ["hash"],
  session: ["hash"],
  share: ["hash"],
  share_session: ["hash"],
  audit: ["id"],
  alert_channel: ["id"],
  alert_rule: ["account"],
  alert_silence: ["machine"],
  alert_process: ["process"],
  alert: ["id"],
  alert_delivery: ["id"],
  alert_attempt: ["id"],
};

export interface CopiedTable {
  readonly name: string;
  /** Whether the database gives out its ids. */
  readonly hasIds: boolean;
  readonly columns: Readonly<Record<string, "text" | "bigint" | "float8">>;
  readonly key: readonly string[];
  readonly insert: Upsert;
  /** The place of a column that refers to a row of the same table, which may come later; -1 if there is none. */
  readonly reference: number;
}

/** Every table of the schema, in an order in which it can be filled. */
export async function copiedTables(db: Kysely<Tables>): Promise<CopiedTable[]> {
  const found = new Map((await db.introspection.getTables()).map((table) => [table.name, table]));
  return Object.entries(KEYS).map(([name, key]) => {
    const columns = Object.fromEntries(
      (found.get(name)?.columns ?? []).map((column) => [column.name, typeOf(column)] as const),
    );
    return {
      name,
      key,
      columns,
      hasIds: key[0] === "id",
      insert: upsert({ table: name, key, columns }),
      reference: Object.keys(columns).indexOf("merged_into"),
    };
  });
}

/** What `getTables` calls the types of the two databases. */
function typeOf({ dataType }: ColumnMetadata): "text" | "bigint" | "float8" {
  if (/^text$/i.test(dataType)) return "text";
  return /^(?:integer|int8)$/i.test(dataType) ? "bigint" : "float8";
}

/** All rows of a table, in the order of its key, a page at a time. Integers are exact. */
export async function* pagesOf(
  connection: Pick<ReadSession, "all">,
  table: CopiedTable,
): AsyncGenerator<Value[][]> {
  const { name, key, columns } = table;
  const names = Object.keys(columns);
  // Numbers in JavaScript are exact up to 2^53 only.
  const list = names.map((column) =>
    columns[column] === "bigint" ? `cast(${column} as text) as ${column}` : column,
  );
  const read = `select ${list.join(", ")} from ${name}`;
  const end = `order by ${key.map((column) => `${name}.${column}`).join(", ")} limit ${PAGE}`;
  const after = key.map((_, index) => `$${index + 1}`).join(", ");
  let last: Value[] | undefined;
  for (;;) {
    const rows = await connection.all<Record<string, string | number | null>>(
      last === undefined ? `${read} ${end}` : `${read} where (${key.join(", ")}) > (${after}) ${end}`,
      last ?? [],
    );
    const page = rows.map((row) => names.map((column) => exact(row[column] ?? null, columns[column])));
    if (page.length > 0) yield page;
    if (page.length < PAGE) return;
    last = key.map((column) => page.at(-1)?.[names.indexOf(column)] ?? null);
  }
}

function exact(value: string | number | null, type: string | undefined): Value {
  return type === "bigint" && value !== null ? BigInt(value) : value;
}
