import type { LimitOwner } from "../store/index.ts";

/** Names the owner of a limit. */
export const ownerKey = ({ account, machine }: LimitOwner): string =>
  JSON.stringify([account, account === null ? machine : null]);

/** Rows about limits, in their order, by the key of the owner. */
export function byOwner<T extends LimitOwner>(rows: readonly T[]): Map<string, [T, ...T[]]> {
  const owned = new Map<string, [T, ...T[]]>();
  for (const row of rows) {
    const known = owned.get(ownerKey(row));
    if (known === undefined) owned.set(ownerKey(row), [row]);
    else known.push(row);
  }
  return owned;
}
