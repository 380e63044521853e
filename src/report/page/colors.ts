import { FNV_BASIS, fnv1a } from "../../base/hash.ts";

/** How many colors the style sheet has: the classes `c0` to `c5`. */
const COLORS = 6;

/**
 * The class of each name's color. It follows from the name's kind, so that it is the same on every page, in every range. The last
 * name of each kind has it, such as a model's newest version. Where the color is taken, a name gets the next one that is free.
 * @param kindOf what the color is chosen by, such as the family of a model
 */
export function colorsOf(
  names: readonly string[],
  kindOf: (name: string) => string = (name) => name,
): ReadonlyMap<string, string> {
  const taken = new Set<number>();
  const colors = new Map<string, string>();
  const ordered = [...new Set(names)].sort(compare).reverse();
  const isLast = (name: string, index: number) =>
    ordered.findIndex((other) => kindOf(other) === kindOf(name)) === index;
  const first = ordered.filter(isLast);
  for (const name of [...first, ...ordered.filter((name) => !first.includes(name))]) {
    const wanted = hashOf(kindOf(name)) % COLORS;
    const free = Array.from({ length: COLORS }, (_, step) => (wanted + step) % COLORS).find(
      (color) => !taken.has(color),
    );
    const color = free ?? wanted;
    taken.add(color);
    colors.set(name, `c${color}`);
  }
  return colors;
}

/** Made when it is first needed: `Intl` takes long to load. */
let collator: Intl.Collator | undefined;

function compare(a: string, b: string): number {
  collator ??= new Intl.Collator("en", { numeric: true });
  return collator.compare(a, b);
}

function hashOf(text: string): number {
  let hash = FNV_BASIS;
  for (const byte of Buffer.from(text)) hash = fnv1a(hash, byte);
  return hash >>> 0;
}
