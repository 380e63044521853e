import { escaped } from "../../../src/report/index.ts";

/** Markup that is safe to send. Only `html` and `trusted` make it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | readonly Html[] | string | number | undefined;

/** Markup from a template. Every text in it is escaped; what machines send is hostile. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(String.raw({ raw: strings }, ...parts.map(textOf)));
}

/** Markup that our own code made and escaped, such as a chart. */
export function trusted(text: string): Html {
  return new Html(text);
}

function textOf(part: Part): string {
  if (part === undefined) return "";
  if (part instanceof Html) return part.text;
  return typeof part === "object" ? part.map(({ text }) => text).join("") : escaped(String(part));
}
