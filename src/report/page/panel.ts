import { html, type Markup } from "../markup.ts";

/** A part of a page with a title of its own. */
export function panel(id: string, title: string, content: Markup, kind: "wide" | "whole" | "" = ""): Markup {
  return html`<section class="card panel ${kind}" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
${content}
</section>`;
}
