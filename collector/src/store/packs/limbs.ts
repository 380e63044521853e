import { COUNT_COLUMNS, COUNTS, type CountRow } from "../counts.ts";

/** Sums in the order of their columns, each `low + high * 2^32`: first all that are low, then all that are high. */
export type Limbs = Float64Array;

const WIDTH = COUNTS.length;
const LIMB = 2 ** 32;

export const noLimbs = (): Limbs => new Float64Array(2 * WIDTH);

export const countsIn = (row: CountRow): number[] => COUNT_COLUMNS.map((name) => row[name]);

/** Adds counts, each at most 2^53-1, times `sign`. */
export function addCounts(sum: Limbs, counts: readonly number[], sign: 1 | -1): void {
  for (let index = 0; index < WIDTH; index++) {
    const value = counts[index] ?? 0;
    const high = Math.trunc(value / LIMB);
    sum[index] = (sum[index] ?? 0) + sign * (value - high * LIMB);
    sum[index + WIDTH] = (sum[index + WIDTH] ?? 0) + sign * high;
  }
}

/** Adds sums, times `sign`. */
export function addLimbs(sum: Limbs, other: ArrayLike<number>, sign: 1 | -1): void {
  for (let index = 0; index < 2 * WIDTH; index++) sum[index] = (sum[index] ?? 0) + sign * (other[index] ?? 0);
}

/** The same sums with every low part from 0 to 2^32. */
export function carry(sum: Limbs): void {
  for (let index = 0; index < WIDTH; index++) {
    const low = sum[index] ?? 0;
    const over = Math.floor(low / LIMB);
    sum[index] = low - over * LIMB;
    sum[index + WIDTH] = (sum[index + WIDTH] ?? 0) + over;
  }
}

/** Carries first: a low part may be made up for by a high one. */
export function isNothing(sum: Limbs): boolean {
  carry(sum);
  return sum.every((value) => value === 0);
}
