import type { LimitReading } from "../../store/index.ts";
import { byOwner } from "../by-owner.ts";
import type { Names } from "../names.ts";
import { type Filters, fits } from "../site/index.ts";

/** Whose limits they are: an account's, or those of a machine that names none. */
export interface Owner {
  readonly account: string | null;
  readonly machine: string | null;
  readonly name: string;
  /** The newest reading of each of its limits. */
  readonly current: readonly LimitReading[];
  /** Of the newest reading; epoch milliseconds. */
  readonly fetchedAt: number;
}

/**
 * The owners of limits, those with the most used first.
 * @param names of the machines that are shown
 */
export function ownersOf(
  readings: readonly LimitReading[],
  names: Names,
  { account, machine }: Pick<Filters, "account" | "machine">,
  search: string,
): Owner[] {
  const isAll = account.length === 0 && machine.length === 0;
  return [...byOwner(readings).values()]
    .flatMap((current): Owner[] => {
      const [first] = current;
      const name = first.account ?? names.get(first.machine ?? "");
      // A machine that was archived, or merged away, has no limits to show.
      if (name === undefined) return [];
      const fetchedAt = Math.max(...current.map((reading) => reading.fetchedAt));
      return [{ account: first.account, machine: first.machine, name, current, fetchedAt }];
    })
    .filter((owner) => isAll || isOf(owner, account, machine))
    .filter(({ name }) => fits([name], search))
    .sort((a, b) => mostUsed(b) - mostUsed(a) || (a.name < b.name ? -1 : 1));
}

function isOf(owner: Owner, accounts: readonly (string | null)[], machines: readonly string[]): boolean {
  return owner.account === null
    ? machines.includes(owner.machine ?? "") || accounts.includes(null)
    : accounts.includes(owner.account);
}

function mostUsed({ current }: Owner): number {
  return Math.max(...current.map(({ percent }) => percent ?? 0));
}
