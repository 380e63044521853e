import { html, type Markup } from "../../../../src/report/index.ts";
import { type Cell, columnsOf, copyable, type Rendered, tableOf } from "../site/index.ts";

/** A part of the page with a heading that links can lead to. */
export function section(id: string, title: string, ...parts: readonly Markup[]): Markup {
  return html`<section class="card settings" id="${id}"><h2>${title}</h2>${parts}</section>`;
}

/** The columns with buttons. */
const ACTIONS = ["change", "end", "revoke"];

/** A table whose texts are not numbers. */
export function textTable<K extends string>(
  name: string,
  caption: string,
  heads: Readonly<Record<K, string>>,
  rows: readonly (readonly Cell[])[],
): Markup {
  const columns = columnsOf(heads, Object.keys(heads) as K[]).map((column) => ({
    ...column,
    isAction: ACTIONS.includes(column.key),
  }));
  return tableOf({ name, caption, columns, rows });
}

/** A page with a secret, which is shown this once. */
export function shownOnce(title: string, words: string, secret: string): Rendered {
  const body = html`<section class="card start"><p>${words}</p>
${copyable(secret)}
<p><a class="button" href="/settings">Back to the settings</a></p></section>`;
  return { status: "page", title, nav: "Settings", body };
}

/** What went wrong with a form, above it. */
export function problemOf(problem: Problem | undefined, form: string): Markup {
  return problem?.form === form
    ? html`<p class="error" role="alert" id="${form}-error">${problem.words}</p>`
    : html``;
}

export interface Problem {
  /** The id of the part. */
  readonly form: string;
  readonly words: string;
}
