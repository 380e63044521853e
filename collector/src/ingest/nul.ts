import * as z from "zod";
import { snapshotSchema } from "../../../src/contract/index.ts";

interface Fields {
  readonly properties?: Readonly<Record<string, Fields>>;
  readonly items?: Fields;
}

let contract: Fields | undefined;

/**
 * The path of the first text with a NUL, which no database takes: of a value, or of a key, wherever it is. It ends before the
 * first name that is not the contract's: those are the sender's own words.
 * @param value parsed JSON, nested however deeply
 */
export function pathOfNul(value: unknown): string | undefined {
  contract ??= z.toJSONSchema(snapshotSchema, { io: "input", unrepresentable: "any" }) as Fields;
  const waiting: { value: unknown; path: string; fields: Fields | undefined }[] = [
    { value, path: "", fields: contract },
  ];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { value: current, path, fields } = next;
    if (typeof current === "string" && current.includes("\0")) return path;
    if (typeof current !== "object" || current === null) continue;
    const entries = Object.entries(current);
    if (entries.some(([key]) => key.includes("\0"))) return path;
    // The last one pushed is read first.
    for (const [key, inner] of entries.reverse()) {
      const known = Array.isArray(current) ? fields?.items : fieldOf(fields, key);
      const innerPath = path === "" ? key : `${path}.${key}`;
      waiting.push({ value: inner, path: known === undefined ? path : innerPath, fields: known });
    }
  }
  return undefined;
}

function fieldOf(fields: Fields | undefined, name: string): Fields | undefined {
  return fields?.properties && Object.hasOwn(fields.properties, name) ? fields.properties[name] : undefined;
}
