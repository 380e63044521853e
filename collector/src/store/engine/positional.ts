import type { Value } from "./connection.ts";

/** A statement with `?` for its parameters, which both SQLite libraries know. */
export interface Positional {
  readonly text: string;
  /** Which of the values given each `?` is. */
  readonly order: readonly number[];
}

/** @param text its parameters are `$1`, `$2`, ..., each any number of times, or `?` */
export function positional(text: string): Positional {
  const order: number[] = [];
  const marked = text.replace(/\$(\d+)/g, (_, number: string) => {
    order.push(Number(number) - 1);
    return "?";
  });
  return { text: marked, order };
}

export function valuesFor({ order }: Pick<Positional, "order">, values: readonly Value[]): readonly Value[] {
  if (order.every((index, place) => index === place)) return values;
  return order.map((index) => values[index] ?? null);
}
