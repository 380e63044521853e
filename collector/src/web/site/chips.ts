import { html, type Markup } from "../../../../src/report/index.ts";
import { hrefWith, type View } from "./view.ts";

const WORDS = { machine: "Machine", model: "Model", account: "Account" } as const;

/** The filters of a page, each with a link that takes it away. @param nameOf the name of what is filtered by */
export function chipsOf(view: View, nameOf: (by: keyof typeof WORDS, key: string | null) => string): Markup {
  const keys = Object.keys(WORDS) as (keyof typeof WORDS)[];
  const chips = keys.flatMap((by) => {
    const values = view.filters[by];
    return values.map((value) => {
      const rest = values.filter((other) => other !== value).map((other) => other ?? "");
      const name = nameOf(by, value);
      return html`<li class="chip"><span>${WORDS[by]}: <b>${name}</b></span><a href="${hrefWith(view, { [by]: rest })}" data-view aria-label="Remove the filter ${WORDS[by]}: ${name}">×</a></li>`;
    });
  });
  if (chips.length === 0) return html``;
  const none = hrefWith(view, { machine: undefined, model: undefined, account: undefined });
  const all =
    chips.length === 1 ? html`` : html`<li><a class="soft" href="${none}" data-view>Remove all</a></li>`;
  return html`<ul class="chips" role="list" aria-label="Filters">${chips}${all}</ul>`;
}
