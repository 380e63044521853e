/** The type of a column in PostgreSQL. SQLite needs none here. */
type ColumnType = "text" | "bigint" | "float8" | "bytea";

/** A statement that inserts rows, or changes those whose key exists. It takes any number of rows at once. */
export interface Upsert {
  /** For one row: `$1` is its first column. */
  readonly sqlite: string;
  /** For all rows: `$1` is the array of the first column's values. */
  readonly postgres: string;
  readonly width: number;
}

interface UpsertOptions {
  readonly table: string;
  readonly key: readonly string[];
  /** All columns, in the order of a row's values. */
  readonly columns: Readonly<Record<string, ColumnType>>;
  /** What a column becomes if the row exists. The new value, unless given. */
  readonly update?: (column: string) => string;
}

/** Give rows in the order of the key: two transactions that lock rows in one order never wait for each other in a circle. */
export function upsert({
  table,
  key,
  columns,
  update = (name) => `excluded.${name}`,
}: UpsertOptions): Upsert {
  const { sqlite, postgres, width } = insertion({ table, columns });
  const names = Object.keys(columns);
  const set = names.filter((name) => !key.includes(name)).map((name) => `${name} = ${update(name)}`);
  const conflict = ` on conflict (${key.join(", ")}) do update set ${set.join(", ")}`;
  return { sqlite: sqlite + conflict, postgres: postgres + conflict, width };
}

/** A statement that only inserts. */
export function insertion({ table, columns }: Pick<UpsertOptions, "table" | "columns">): Upsert {
  const names = Object.keys(columns);
  const into = `insert into ${table} (${names.join(", ")})`;
  const each = names.map((_, index) => `$${index + 1}`);
  const arrays = names.map((name, index) => `$${index + 1}::${columns[name]}[]`);
  return {
    sqlite: `${into} values (${each.join(", ")})`,
    postgres: `${into} select * from unnest(${arrays.join(", ")})`,
    width: names.length,
  };
}

/** An upsert that adds to all columns but those of the key, which come first. */
export interface Addition extends Upsert {
  readonly keyWidth: number;
}

export function addition({ table, key, columns }: Omit<UpsertOptions, "update">): Addition {
  const statement = upsert({ table, key, columns, update: (name) => `${table}.${name} + excluded.${name}` });
  return { ...statement, keyWidth: key.length };
}
