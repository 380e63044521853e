import { html, type Markup } from "../../../../src/report/index.ts";
import type { Shown } from "../site/index.ts";

/** What is asked once before something is done that is hard to undo. */
export interface Question {
  readonly title: string;
  /** What will happen, a sentence each. */
  readonly will: readonly (string | Markup)[];
  /** Where the form goes, and what it holds. */
  readonly action: string;
  readonly fields?: Readonly<Record<string, string>>;
  readonly button: string;
  readonly isDangerous?: boolean;
  readonly back: string;
}

/** A page that says what will happen, with a button that does it and a link that does not. */
export function confirmPage(question: Question): Shown {
  const { title, will, action, fields = {}, button, isDangerous = false, back } = question;
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const body = html`<section class="card confirm"><ul>${will.map((line) => html`<li>${line}</li>`)}</ul>
<form class="actions" method="post" action="${action}">${hidden}<button class="${isDangerous ? "danger" : "main"}">${button}</button><a class="button" href="${back}">Cancel</a></form></section>`;
  return { status: "page", title, nav: "Machines", body };
}
