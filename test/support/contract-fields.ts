import { readFileSync } from "node:fs";

interface Schema {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
}

export interface ContractField {
  /** For example `usage.days[].day`. */
  readonly path: string;
  /** For example `string or null, optional`. */
  readonly shape: string;
  /** Whether it has no fields of its own. */
  readonly isLeaf: boolean;
}

/** Every field in the published JSON Schema of the push, outer fields before inner ones. */
export function contractFields(): ContractField[] {
  return fieldsIn(JSON.parse(readFileSync("contract/snapshot.v1.schema.json", "utf8")) as Schema, "");
}

function fieldsIn({ properties = {}, required = [] }: Schema, above: string): ContractField[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const path = `${above}${name}`;
    const inner = schema.items ? fieldsIn(schema.items, `${path}[].`) : fieldsIn(schema, `${path}.`);
    const shape = typesOf(schema).join(" or ") + (required.includes(name) ? "" : ", optional");
    return [{ path, shape, isLeaf: inner.length === 0 }, ...inner];
  });
}

function typesOf({ type, anyOf = [] }: Schema): string[] {
  return [type ?? [], anyOf.flatMap(typesOf)].flat();
}
