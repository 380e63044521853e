import type { Machine } from "../../store/index.ts";
import { namesOf } from "../names.ts";
import { fits } from "../site/index.ts";
import { newestVersions, type Standing, standingOf } from "./standing.ts";
import { systemName } from "./system.ts";
import { compareVersions } from "./versions.ts";

/** What a machine used in a range. */
export interface MachineUse {
  readonly tokens: bigint;
  /** At list prices; null if no model of it has one. */
  readonly costUsd: number | null;
}

/** A machine as the page lists it. */
export interface Listed extends Standing {
  readonly machine: Machine;
  readonly name: string;
  /** Undefined without a record in the range. */
  readonly use: MachineUse | undefined;
  /** Of all that was used in the range, from 0 to 1: of the cost, or of the tokens if nothing has a price. */
  readonly share: number | undefined;
}

/** The parts of the fleet that can be shown. A machine is active, idle, silent or revoked. */
export const SHOWN = ["all", "active", "idle", "silent", "revoked", "copies", "old", "archived"] as const;
export type Show = (typeof SHOWN)[number];

export const SORTS = ["name", "seen", "version", "account", "cost", "tokens"] as const;
export type Sort = (typeof SORTS)[number];

/** Every machine, with what it used. @param uses by the machine's id */
export function rosterOf(
  machines: readonly Machine[],
  uses: ReadonlyMap<string, MachineUse>,
  now: number,
): Listed[] {
  const names = namesOf(machines);
  const newest = newestVersions(machines);
  const all = [...uses.values()];
  const cost = all.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0);
  const tokens = Number(all.reduce((sum, use) => sum + use.tokens, 0n));
  return machines.map((machine): Listed => {
    const use = uses.get(machine.id);
    const [part, whole] = cost > 0 ? [use?.costUsd ?? 0, cost] : [Number(use?.tokens ?? 0), tokens];
    return {
      machine,
      name: names.get(machine.id) ?? machine.label,
      ...standingOf(machine, newest, now),
      use,
      share: use === undefined || whole === 0 ? undefined : part / whole,
    };
  });
}

/** Whether a machine belongs to a part of the fleet. Archived ones are in none but their own. */
export function isShown({ machine, presence, isOld, isAgentOld }: Listed, show: Show): boolean {
  if (show === "archived") return machine.archived;
  if (machine.archived) return false;
  switch (show) {
    case "all":
      return true;
    case "active":
      return presence === "active";
    case "idle":
    case "revoked":
      return presence === show;
    case "silent":
      return presence === "silent" || presence === "never";
    case "old":
      return isOld || isAgentOld;
    case "copies":
      return machine.twoHomesAt !== null;
  }
}

/** Whether each word of a search is in a machine's name, label, account, system, versions or ids. */
export function matches({ name, machine }: Listed, search: string): boolean {
  const { id, machineId, label, account, os, program, agentVersion, agentUsageVersion } = machine;
  return fits(
    [name, label, account, os, systemName(os), program, agentVersion, agentUsageVersion, machineId, `#${id}`],
    search,
  );
}

/** The machines in the order of a column; equal ones by their names. @param isDown the greatest first */
export function sorted(listed: readonly Listed[], sort: Sort, isDown: boolean): Listed[] {
  const sign = isDown ? -1 : 1;
  return [...listed].sort((a, b) => sign * ORDERS[sort](a, b) || ORDERS.name(a, b) || byId(a, b));
}

type Order = (a: Listed, b: Listed) => number;

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });
const byId: Order = (a, b) => Number(a.machine.id) - Number(b.machine.id);

/** What is not known comes first, and so last in a falling order. */
const ORDERS: Readonly<Record<Sort, Order>> = {
  name: (a, b) => collator.compare(a.name, b.name),
  seen: (a, b) => (a.machine.lastSeen ?? -1) - (b.machine.lastSeen ?? -1),
  version: (a, b) =>
    compareVersions(a.machine.agentUsageVersion ?? "", b.machine.agentUsageVersion ?? "") ||
    compareVersions(a.machine.agentVersion ?? "", b.machine.agentVersion ?? ""),
  account: (a, b) => collator.compare(a.machine.account ?? "", b.machine.account ?? ""),
  cost: (a, b) => (a.use?.costUsd ?? -1) - (b.use?.costUsd ?? -1) || ORDERS.tokens(a, b),
  tokens: (a, b) => Number((a.use?.tokens ?? -1n) - (b.use?.tokens ?? -1n)),
};
