/** Texts of a column: each is there once. */
export interface Texts {
  readonly names: readonly (string | null)[];
  /** Of each row, the place of its text. */
  readonly places: Int32Array;
}

/** A query's answer by columns, so that tens of thousands of rows cross from a thread at once. */
export interface Columns {
  readonly length: number;
  numbers(name: string): Float64Array;
  texts(name: string): Texts;
}

type Column = Float64Array | Texts;

/** The columns of rows. The reading thread runs it from its text: it may use nothing else from here. */
export function packRows(rows: readonly (readonly unknown[])[], width: number): Column[] {
  const columns: Column[] = [];
  for (let column = 0; column < width; column++) {
    if (typeof rows[0]?.[column] === "number") {
      const numbers = new Float64Array(rows.length);
      for (let index = 0; index < rows.length; index++) numbers[index] = rows[index]?.[column] as number;
      columns.push(numbers);
      continue;
    }
    const names: (string | null)[] = [];
    const known = new Map<string | null, number>();
    const places = new Int32Array(rows.length);
    for (let index = 0; index < rows.length; index++) {
      const text = rows[index]?.[column] as string | null;
      let place = known.get(text);
      if (place === undefined) {
        place = names.push(text) - 1;
        known.set(text, place);
      }
      places[index] = place;
    }
    columns.push({ names, places });
  }
  return columns;
}

/** A column of numbers, or of texts. */
export function columnOf(values: readonly (number | string | null)[]): Column {
  if (typeof values[0] === "number") return Float64Array.from(values as readonly number[]);
  const names: (string | null)[] = [];
  const known = new Map<string | null, number>();
  const places = Int32Array.from(values as readonly (string | null)[], (text) => {
    const place = known.get(text) ?? names.push(text) - 1;
    known.set(text, place);
    return place;
  });
  return { names, places };
}

const NO_TEXTS: Texts = { names: [], places: new Int32Array(0) };

export function columnsOf(names: readonly string[], columns: readonly Column[], length: number): Columns {
  const named = (name: string) => (length === 0 ? undefined : columns[names.indexOf(name)]);
  return {
    length,
    numbers: (name) => {
      const column = named(name);
      return column instanceof Float64Array ? column : new Float64Array(0);
    },
    texts: (name) => {
      const column = named(name);
      return column === undefined || column instanceof Float64Array ? NO_TEXTS : column;
    },
  };
}
