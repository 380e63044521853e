import { html, type Markup } from "../../../../src/report/index.ts";

/** A button that sends a form with fixed fields. */
export function actionButton(
  path: string,
  words: string,
  fields: Readonly<Record<string, string>>,
  about: string,
): Markup {
  return html`<form method="post" action="${path}">${hidden(fields)}<button class="small" aria-label="${words}: ${about}">${words}</button></form>`;
}

/** The same for what cannot be undone: it asks first, without a script. */
export function carefulButton(
  path: string,
  words: string,
  fields: Readonly<Record<string, string>>,
  about: string,
): Markup {
  return html`<details class="careful"><summary class="button small danger" aria-label="${words}: ${about}">${words}…</summary>
<form method="post" action="${path}">${hidden(fields)}<button class="small danger" aria-label="${words} now: ${about}">${words} now</button></form></details>`;
}

function hidden(fields: Readonly<Record<string, string>>): Markup[] {
  return Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
}
