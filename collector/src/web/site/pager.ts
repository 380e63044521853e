import { html, type Markup } from "../../../../src/report/index.ts";
import { hrefWith, type View } from "./view.ts";

/** Some rows of a long list. */
export interface PageOfList<T> {
  readonly rows: readonly T[];
  /** From 1; the last one if the page that was asked for is beyond it. */
  readonly page: number;
  readonly pages: number;
  /** The place of the first row among all, from 1; 0 without a row. */
  readonly first: number;
}

/** A page of a list. There is at least one. */
export function pageOf<T>(all: readonly T[], page: number, size: number): PageOfList<T> {
  const pages = Math.max(1, Math.ceil(all.length / size));
  const shown = Math.min(pages, Math.max(1, page));
  const rows = all.slice((shown - 1) * size, shown * size);
  return { rows, page: shown, pages, first: rows.length === 0 ? 0 : (shown - 1) * size + 1 };
}

/** The number of the page that the URL asks for; undefined if it is none. */
export function pageNumber({ parameters }: Pick<View, "parameters">): number | undefined {
  const text = parameters["page"]?.[0] ?? "1";
  return /^[1-9]\d{0,5}$/.test(text) ? Number(text) : undefined;
}

/** Links to the page before and after. None if there is only one. @param count of all rows */
export function pagerOf(
  view: View,
  { page, pages, first, rows }: PageOfList<unknown>,
  count: number,
): Markup {
  if (pages === 1) return html``;
  const link = (to: number, words: string, rel: string): Markup =>
    to < 1 || to > pages
      ? html`<span class="button off">${words}</span>`
      : html`<a class="button" rel="${rel}" data-view href="${hrefWith(view, { page: to === 1 ? undefined : String(to) })}">${words}</a>`;
  const [from, to, all] = [first, first + rows.length - 1, count].map((value) => value.toLocaleString("en"));
  return html`<nav class="pager" aria-label="Pages of the list">${link(page - 1, "Previous", "prev")}
<span class="soft">${from ?? ""}–${to ?? ""} of ${all ?? ""}</span>
${link(page + 1, "Next", "next")}</nav>`;
}
