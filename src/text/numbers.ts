import type { Glyphs } from "./screen.ts";

const UNITS = ["", "k", "M", "G", "T", "P"] as const;

/** A count in short form, at most five characters: 999, 1.2k, 12.3M, 456M. */
export function short(count: number): string {
  let value = count;
  let unit = 0;
  // A value that rounds to 1000 is 1.0 of the next unit.
  while (value >= (unit === 0 ? 1000 : 999.5) && unit < UNITS.length - 1) {
    value /= 1000;
    unit++;
  }
  const digits = unit === 0 || value >= 99.95 ? 0 : 1;
  return `${value.toFixed(digits)}${UNITS[unit]}`;
}

/** A whole number with its thousands apart: 1,028. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** The largest of the values and `least`. Unlike `Math.max`, it takes any number of values. */
export function largest(values: readonly number[], least: number = 0): number {
  return values.reduce((most, value) => Math.max(most, value), least);
}

/** A bar for a share from 0 to 1. @param columns the length of a full bar. A share above 0 is always visible. */
export function bar(share: number, columns: number, { steps }: Glyphs): string {
  const least = share > 0 ? 1 : 0;
  const filled = Math.max(least, Math.round(Math.min(1, Math.max(0, share)) * columns * steps.length));
  const full = Math.floor(filled / steps.length);
  return (steps.at(-1) ?? "").repeat(full) + (steps[(filled % steps.length) - 1] ?? "");
}
