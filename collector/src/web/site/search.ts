import { html, type Markup } from "../../../../src/report/index.ts";
import type { View } from "./view.ts";

const MAX_TEXT = 256;

/** A field to search by, as `q` in the URL. What else the URL says goes along; the list begins at its first page. */
export function searchForm({ path, parameters }: View, label: string, hint: string): Markup {
  const kept = Object.entries(parameters)
    .filter(([name]) => !["q", "page", "notice"].includes(name))
    .flatMap(([name, values]) =>
      values.map((value) => html`<input type="hidden" name="${name}" value="${value}">`),
    );
  return html`<form class="search" method="get" action="${path}" role="search" data-view>${kept}<label class="hidden" for="q">${label}</label><input id="q" type="search" name="q" value="${parameters["q"]?.[0] ?? ""}" placeholder="${hint}" maxlength="${MAX_TEXT}"><button>Search</button></form>`;
}

/** Whether each word of a search is in one of these texts, in any case. An empty search fits all. */
export function fits(texts: readonly (string | null | undefined)[], search: string): boolean {
  if (search.trim() === "") return true;
  const all = texts.join("\n").toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => all.includes(word));
}
