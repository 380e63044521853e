/** One row of the table of results. `reference` is what `ours` is compared with. */
export interface Row {
  readonly what: string;
  readonly ours: string;
  readonly reference: string;
  readonly ratio: string;
  readonly goal: string;
  readonly corpus: string;
}

export function row(
  what: string,
  ours: number,
  reference: readonly [name: string, figure: number],
  unit: string,
  goal: string,
  corpus: string,
): Row {
  const [name, figure] = reference;
  const ratio = (ours / figure).toFixed(2);
  return {
    what,
    ours: `${round(ours)} ${unit}`,
    reference: `${name}: ${round(figure)} ${unit}`,
    ratio,
    goal,
    corpus,
  };
}

export function round(figure: number): string {
  return figure < 100 ? figure.toFixed(1) : String(Math.round(figure));
}
