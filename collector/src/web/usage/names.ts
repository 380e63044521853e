import { modelName } from "../../../../src/prices/index.ts";
import type { Names } from "../names.ts";
import type { PageGrouping } from "../site/index.ts";

/** Names the groups of a page: models, machines by their id, or accounts. Two groups never have the same name. */
export type GroupNames = (by: PageGrouping, key: string | null) => string;

export function groupNames(machines: Names): GroupNames {
  return (by, key) => {
    switch (by) {
      case "model":
        return modelName(key ?? "");
      case "machine":
        return machines.get(key ?? "") ?? `Machine ${key ?? ""}`;
      case "account":
        return key ?? "No account";
    }
  };
}

/** The names of groups in their order. One that is there twice, or is reserved, gets its key, or a number. */
export function distinctNames(
  keys: readonly (string | null)[],
  nameOf: (key: string | null) => string,
  reserved: readonly string[] = [],
): string[] {
  const names = keys.map(nameOf);
  const taken = new Set(reserved);
  return names.map((name, index) => {
    const isClear = names.indexOf(name) === names.lastIndexOf(name) && !taken.has(name);
    const longer = isClear ? name : `${name} (${keys[index] ?? index + 1})`;
    const own = taken.has(longer) ? `${longer} ${index + 1}` : longer;
    taken.add(own);
    return own;
  });
}
