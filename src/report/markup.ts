import { isolated, visible } from "../text/visible.ts";

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
    let made = "";
    for (const [index, text] of strings.entries()) {
      made += text;
      const part = parts[index];
      if (part !== undefined) made += textOf(part, isAttribute(strings, index));
    }
    this.#text = made;
  }

  toString(): string {
    return this.#text;
  }
}

export type Part = Markup | string | number | readonly Markup[];

/**
 * A template for an element's content or a quoted attribute. Texts are escaped, invisible characters replaced. In content, a
 * text that runs from right to left is kept from turning around what is beside it.
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Markup {
  return new Markup(strings, parts);
}

const attributes = new WeakMap<TemplateStringsArray, readonly boolean[]>();

/** Whether the part after a string is in the quotes of an attribute. A template says so the same way each time. */
function isAttribute(strings: TemplateStringsArray, index: number): boolean {
  const known = attributes.get(strings);
  if (known !== undefined) return known[index] ?? false;
  const found = strings.map((_, last) => /="[^"]*$/.test(strings.slice(0, last + 1).join("")));
  attributes.set(strings, found);
  return found[index] ?? false;
}

function textOf(part: Part, isInAttribute: boolean): string {
  if (part instanceof Markup) return part.toString();
  if (typeof part === "object") return part.map(String).join("\n");
  const text = escaped(String(part));
  return isInAttribute ? text : isolated(text);
}
