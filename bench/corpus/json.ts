import type { Random } from "./random.ts";

/** A field of an object. */
export type Field = readonly [key: string, value: Value];

/** Raw JSON text, an object, or a list. */
export type Value = string | readonly Field[] | { readonly items: readonly Value[] };

/** Writes an object as `JSON.stringify` does. Keys are plain ASCII. */
export function compact(value: Value): string {
  if (typeof value === "string") return value;
  if ("items" in value) return `[${value.items.map(compact).join(",")}]`;
  let text = "{";
  for (const [key, field] of value) {
    text += `${text === "{" ? "" : ","}"${key}":${typeof field === "string" ? field : compact(field)}`;
  }
  return `${text}}`;
}

/** Writes the same object in an unusual way. It is valid JSON with the same meaning. */
export function unusual(fields: readonly Field[], random: Random): string {
  const colon = random.pick([":", ": ", " : ", "\t:\t"]);
  const comma = random.pick([",", ", ", " ,\t"]);
  const escaping = random.chance(0.3) ? 0.3 : 0;
  const shuffling = random.chance(0.5);
  const doubling = random.chance(0.3);
  const pad = random.pick(["", "", " ", "\t "]);
  return pad + write(fields) + pad;

  function write(value: Value): string {
    if (typeof value === "string") return escapedWords(value);
    if ("items" in value) return `[${pad}${value.items.map(write).join(comma)}${pad}]`;
    return writeObject(value);
  }

  function writeObject(object: readonly Field[]): string {
    const ordered = shuffling ? random.shuffled(object) : object;
    const doubled = doubling ? [...decoys(ordered), ...ordered] : ordered;
    const parts = doubled.map(([key, value]) => `"${escaped(key)}"${colon}${write(value)}`);
    return `{${pad}${parts.join(comma)}${pad}}`;
  }

  /** Values that are overridden, because the same key follows. */
  function decoys(object: readonly Field[]): Field[] {
    return object
      .filter(() => random.chance(0.2))
      .map(([key]): Field => [key, random.pick(["null", '"user"', "7", "[]", "{}"])]);
  }

  function escaped(text: string): string {
    return text.replace(/[a-z]/g, (letter) => (random.chance(escaping) ? asEscape(letter) : letter));
  }

  /** Escapes only a value that is one plain word, such as `"assistant"`. */
  function escapedWords(raw: string): string {
    return /^"[a-z_]+"$/.test(raw) ? `"${escaped(raw.slice(1, -1))}"` : raw;
  }

  function asEscape(letter: string): string {
    const hex = letter.charCodeAt(0).toString(16).padStart(4, "0");
    return `\\u${random.chance(0.5) ? hex : hex.toUpperCase()}`;
  }
}
