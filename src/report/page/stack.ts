import { type Entry, type Group, groupsOf } from "../groups.ts";
import type { GroupKey } from "../keys.ts";
import { colorsOf } from "./colors.ts";
import type { Measure } from "./measure.ts";

/** How many names have a color of their own. The others share one. */
const COLORS = 4;

/** What the columns of a chart are stacked by. */
export interface StackKey {
  readonly key: GroupKey;
  /** What is shown of a value. Several values may have one name, such as the models of a family. */
  readonly nameOf: (value: string) => string;
}

/** The names in a chart's columns and the class of each one's color, those with the most first. */
export class Stack {
  readonly #classes: ReadonlyMap<string, string>;
  readonly #by: StackKey;
  readonly hasOthers: boolean;

  constructor(entries: readonly Entry[], by: StackKey, measure: Measure) {
    const sums = new Map<string, number>();
    for (const group of groupsOf(entries, [by.key])) {
      const name = by.nameOf(group.value);
      sums.set(name, (sums.get(name) ?? 0) + measure.of(group));
    }
    const named = [...sums].sort(([, a], [, b]) => b - a).slice(0, COLORS);
    this.#by = by;
    const colors = colorsOf(named.map(([name]) => name));
    this.#classes = new Map(named.map(([name]) => [name, colors.get(name) ?? "other"]));
    this.hasOthers = sums.size > named.length;
  }

  get names(): string[] {
    return [...this.#classes.keys()];
  }

  classOf(name: string): string {
    return this.#classes.get(name) ?? "other";
  }

  /** The amounts of a group by name, in the order of the names; the others in one, last. */
  split(groups: readonly Group[], measure: Measure): { name: string; amount: number }[] {
    const amounts = new Map(this.names.map((name) => [name, 0]));
    for (const group of groups) {
      const own = this.#by.nameOf(group.value);
      const name = this.#classes.has(own) ? own : "Others";
      amounts.set(name, (amounts.get(name) ?? 0) + measure.of(group));
    }
    return [...amounts].map(([name, amount]) => ({ name, amount })).filter(({ amount }) => amount > 0);
  }
}
