import type { Machine, MachinePart } from "../../store/index.ts";
import { namesOf } from "../names.ts";
import type { Visit } from "../site/index.ts";

/** A machine as its page shows it, among all others. */
export interface Found {
  readonly machine: Machine;
  readonly name: string;
  /** All that stand by themselves. */
  readonly machines: readonly Machine[];
  readonly names: ReadonlyMap<string, string>;
  /** What was merged into it. */
  readonly parts: readonly MachinePart[];
}

/** The machine of a path. Of one that is a part of another, the whole. Undefined if there is none. */
export async function findMachine({
  store,
  params,
}: Pick<Visit, "store" | "params">): Promise<Found | undefined> {
  const id = params["id"] ?? "";
  const machines = await store.machines();
  const machine = machines.find((known) => known.id === id || known.merged.includes(id));
  if (machine === undefined) return undefined;
  const names = namesOf(machines);
  const parts = machine.merged.length === 0 ? [] : await store.machineParts(machine.id);
  return { machine, name: names.get(machine.id) ?? machine.label, machines, names, parts };
}
