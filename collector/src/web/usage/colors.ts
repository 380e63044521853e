import { colorsOf, familyOf } from "../../../../src/report/index.ts";
import type { PageGrouping } from "../site/index.ts";

/** The classes of groups' colors, in their order. A model has the color of its family wherever no other one wants it. */
export function groupColors(by: PageGrouping, keys: readonly (string | null)[]): string[] {
  const names = keys.map((key) => key ?? "");
  const colors = colorsOf(names, by === "model" ? familyOf : undefined);
  return names.map((name) => colors.get(name) ?? "other");
}
