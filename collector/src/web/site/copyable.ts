import { html, type Markup } from "../../../../src/report/index.ts";

/** A text to take along, such as a line for a shell. A click selects all of it; the script adds a button that copies it. */
export function copyable(text: string | Markup): Markup {
  return html`<div class="copyable" data-copy><pre><code>${text}</code></pre></div>`;
}
