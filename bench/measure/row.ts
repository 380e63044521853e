/** One line of the table of figures. */
export interface Row {
  readonly what: string;
  readonly ours: string;
  readonly beside: string;
  readonly ratio: string;
  readonly goal: string;
  readonly corpus: string;
}

export function row(
  what: string,
  ours: number,
  beside: readonly [name: string, figure: number],
  unit: string,
  goal: string,
  corpus: string,
): Row {
  const [name, figure] = beside;
  const ratio = (ours / figure).toFixed(2);
  return {
    what,
    ours: `${round(ours)} ${unit}`,
    beside: `${name}: ${round(figure)} ${unit}`,
    ratio,
    goal,
    corpus,
  };
}

export function round(figure: number): string {
  return figure < 100 ? figure.toFixed(1) : String(Math.round(figure));
}
