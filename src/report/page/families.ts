import { modelName } from "../../prices/index.ts";

const VERSIONED = /^(\p{Lu}\p{L}+) \d/u;

/** A model's family, as its name for people begins, without the version. A model whose name has another form is a family of its own. */
export function familyOf(model: string): string {
  const name = modelName(model);
  return VERSIONED.exec(name)?.[1] ?? name;
}
