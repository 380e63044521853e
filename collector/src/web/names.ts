import type { Machine } from "../store/index.ts";

export type Names = ReadonlyMap<string, string>;

/** The name of each machine by its id. Two of the same name are told apart by their id. */
export function namesOf(machines: readonly Machine[]): Names {
  const plain = machines.map(({ id, name, label }) => [id, name ?? label] as const);
  const counts = new Map<string, number>();
  for (const [, name] of plain) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map(plain.map(([id, name]) => [id, counts.get(name) === 1 ? name : `${name} (${id})`]));
}
