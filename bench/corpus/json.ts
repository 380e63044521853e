import type { Random } from "./random.ts";

/** A field of an object. A string is raw JSON text. */
export type Field = readonly [key: string, value: string | readonly Field[]];

/** Writes an object as `JSON.stringify` does. Keys are plain ASCII. */
export function compact(fields: readonly Field[]): string {
  let text = "{";
  for (const [key, value] of fields) {
    text += `${text === "{" ? "" : ","}"${key}":${typeof value === "string" ? value : compact(value)}`;
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

  function write(object: readonly Field[]): string {
    const ordered = shuffling ? random.shuffled(object) : object;
    const doubled = doubling ? [...decoys(ordered), ...ordered] : ordered;
    const parts = doubled.map(([key, value]) => {
      const written = typeof value === "string" ? escapedWords(value) : write(value);
      return `"${escaped(key)}"${colon}${written}`;
    });
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
    return /^"[a-z]+"$/.test(raw) ? `"${escaped(raw.slice(1, -1))}"` : raw;
  }

  function asEscape(letter: string): string {
    const hex = letter.charCodeAt(0).toString(16).padStart(4, "0");
    return `\\u${random.chance(0.5) ? hex : hex.toUpperCase()}`;
  }
}
