import { visible } from "../text/visible.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes a text for an element or a quoted attribute. Invisible characters are replaced. */
export function escaped(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}

/** HTML. Only `html` makes it, so no name from outside becomes part of it without being escaped. */
export class Markup {
  readonly #text: string;

  constructor(strings: TemplateStringsArray, parts: readonly Part[]) {
    this.#text = strings.map((text, index) => text + textOf(parts[index] ?? "")).join("");
  }

  toString(): string {
    return this.#text;
  }
}

export type Part = Markup | string | number | readonly Markup[];

/** A template for an element's content or a quoted attribute. Texts are escaped, invisible characters replaced. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(strings, parts);
}

function textOf(part: Part): string {
  if (part instanceof Markup) return part.toString();
  if (typeof part === "object") return part.map(String).join("\n");
  return escaped(String(part));
}
