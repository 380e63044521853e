/** The values of the lines across a chart, from 0 up: round numbers, the last at least the largest value. */
export function scaleOf(largest: number): number[] {
  if (!(largest > 0) || !Number.isFinite(largest)) return [0];
  const rough = largest / MOST_STEPS;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = (STEPS.find((factor) => factor * power >= rough) ?? 10) * power;
  const count = Math.ceil(largest / step - TINY);
  return Array.from({ length: count + 1 }, (_, index) => index * step);
}

const MOST_STEPS = 4;
const STEPS = [1, 2, 2.5, 5, 10];
/** A value that is a step, but for how numbers are rounded, needs no further line. */
const TINY = 1e-9;
