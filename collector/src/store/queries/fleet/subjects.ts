import type { UsageQuery } from "../../records.ts";

export type SubjectKind = "fleet" | "account" | "machine";

/** Whose use is asked about. */
export interface Subject {
  readonly kind: SubjectKind;
  /** The account, or the id of the machine; null for the fleet, and for no account. */
  readonly key: string | null;
  /** Two subjects of one name used the same. */
  readonly name: string;
}

export const FLEET: Subject = { kind: "fleet", key: null, name: "fleet" };

type Filters = Pick<UsageQuery, "account" | "machine">;

/** Whom filters choose; undefined if these are parts of machines' or accounts' use, which nobody's days say. */
export function subjectsOf(
  { account, machine }: Filters,
  roots: ReadonlyMap<number, number>,
): Subject[] | undefined {
  if (account?.length && machine?.length) return undefined;
  if (account?.length) return accountsOf(account);
  return machine?.length ? machinesOf(machine, roots) : [FLEET];
}

export function accountsOf(keys: readonly (string | null)[]): Subject[] {
  return [...new Set(keys.map((key) => key || null))].map((key) => ({
    kind: "account",
    key,
    name: JSON.stringify([key]),
  }));
}

/** @param roots what each merged machine is shown as: with other parts, a machine used something else */
export function machinesOf(ids: readonly (string | null)[], roots: ReadonlyMap<number, number>): Subject[] {
  const parts = (key: string) => [...roots].filter(([, root]) => String(root) === key).map(([id]) => id);
  return [...new Set(ids)].map((id) => {
    const key = id ?? "";
    return { kind: "machine", key, name: JSON.stringify([key, ...parts(key)]) };
  });
}
