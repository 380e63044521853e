import { modelName } from "../../prices/index.ts";
import type { Entry } from "../groups.ts";
import { type Group, groupsOf } from "../groups.ts";
import type { Measure } from "./measure.ts";

/** How many families of models have a color of their own. The others share one. */
const COLORS = 4;
const VERSIONED = /^(\p{Lu}\p{L}+) \d/u;

/** A model's family, as its name for people begins, without the version. A model whose name has another form is a family of its own. */
export function familyOf(model: string): string {
  const name = modelName(model);
  return VERSIONED.exec(name)?.[1] ?? name;
}

/** The families and the class of each one's color, those with the most first. */
export class Families {
  readonly #classes: ReadonlyMap<string, string>;

  constructor(entries: readonly Entry[], measure: Measure) {
    const sums = new Map<string, number>();
    for (const group of groupsOf(entries, ["model"])) {
      const family = familyOf(group.value);
      sums.set(family, (sums.get(family) ?? 0) + measure.of(group));
    }
    const named = [...sums].sort(([, a], [, b]) => b - a).slice(0, COLORS);
    this.#classes = new Map(named.map(([family], index) => [family, `c${index}`]));
    this.hasOthers = sums.size > named.length;
  }

  readonly hasOthers: boolean;

  get names(): string[] {
    return [...this.#classes.keys()];
  }

  classOf(family: string): string {
    return this.#classes.get(family) ?? "other";
  }

  /** The amounts of a group by family, in the order of the families; the others in one, last. */
  split(groups: readonly Group[], measure: Measure): { name: string; amount: number }[] {
    const amounts = new Map(this.names.map((name) => [name, 0]));
    for (const group of groups) {
      const family = familyOf(group.value);
      const name = this.#classes.has(family) ? family : "Others";
      amounts.set(name, (amounts.get(name) ?? 0) + measure.of(group));
    }
    return [...amounts].map(([name, amount]) => ({ name, amount })).filter(({ amount }) => amount > 0);
  }
}
