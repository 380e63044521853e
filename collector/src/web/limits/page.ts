import { html, type Markup } from "../../../../src/report/index.ts";
import { namesOf } from "../names.ts";
import {
  controlsOf,
  emptyState,
  exportLinks,
  hrefWith,
  pageNumber,
  pageOf,
  pagerOf,
  type Rendered,
  searchForm,
  type View,
} from "../site/index.ts";
import { historiesOf, type OwnerHistory, timesOf } from "./histories.ts";
import { ownersOf } from "./owners.ts";
import { ownerSection } from "./section.ts";
import { MOST_WINDOWS, windowsTable } from "./windows-table.ts";

/** The owners on one page. A link that shows this page alone has no other pages of the list. */
const SIZE = 5;
const SIZE_SHARED = 20;

/** How each limit was used over a range, with its resets, how often it was full, and its forecast. */
export async function limitsPage(view: View): Promise<Rendered> {
  const { store, now, parameters } = view;
  const number = pageNumber(view);
  if (number === undefined) return { status: "wrong_query", parameter: "page", must: "a number from 1 on" };
  const [readings, machines] = await Promise.all([store.limits(), store.machines()]);
  const names = namesOf(machines.filter(({ archived }) => !archived));
  const search = parameters["q"]?.[0] ?? "";
  if (readings.length === 0) return { status: "page", title: "Limits", nav: "Limits", body: NO_LIMITS };
  const owners = ownersOf(readings, names, view.filters, search);
  const isShared = view.visitor.kind === "share";
  const shown = pageOf(owners, number, isShared ? SIZE_SHARED : SIZE);
  const range = timesOf(view.range, now);
  const histories = await historiesOf(store, shown.rows, range, now);
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const table = windowsTable("windows", "Windows of all limits shown", ownedOf(histories), now, timeZone);
  const sections = histories.map((history, index) => ownerSection(history, index, { view, range, timeZone }));
  const body = html`${
    isShared
      ? ""
      : html`${owners.length > SIZE || search !== "" ? html`<div class="tools">${searchForm(view, "Search by account or machine", "Account or machine")}</div>` : ""}
${controlsOf(view)}${filterLine(view)}`
  }
${histories.length === 0 ? "" : html`<div class="with-exports chart-key">${KEY}${isShared ? "" : exportLinks(view, table)}</div>`}
<div class="stack">${sections.length === 0 ? nothingFound(view) : sections}</div>
${isShared ? "" : pagerOf(view, shown, owners.length)}`;
  return { status: "page", title: "Limits", nav: "Limits", body, tables: [table] };
}

function ownedOf(histories: readonly OwnerHistory[]) {
  return histories.flatMap(({ owner, limits }) =>
    limits.map(({ view, windows }) => ({
      owner: owner.name,
      limit: view.name,
      windows: windows.slice(-MOST_WINDOWS),
    })),
  );
}

/** What is shown, if that is not everything, with a link to everything. */
function filterLine(view: View): Markup {
  const { account, machine } = view.filters;
  if (account.length + machine.length === 0) return html``;
  const href = hrefWith(view, { account: undefined, machine: undefined, page: undefined });
  return html`<p class="soft">Only some limits are shown. <a href="${href}">Show all</a></p>`;
}

function nothingFound(view: View): Markup {
  const href = hrefWith(view, { q: undefined, account: undefined, machine: undefined, page: undefined });
  const action = html`<a class="button" href="${href}">Show all limits</a>`;
  return html`<section class="card">${emptyState("No limits here", "No account and no machine fits.", action)}</section>`;
}

const NO_LIMITS = html`<section class="card">${emptyState(
  "No limits yet",
  "A machine sends them once its coding agent is logged in. Their history is here from then on.",
)}</section>`;

const key = (shape: Markup, text: string) =>
  html`<li><svg aria-hidden="true" viewBox="0 0 20 10">${shape}</svg>${text}</li>`;
const KEY = html`<ul class="legend history-key" role="list" aria-label="Lines">${key(html`<path class="line" d="M0 5H20"/>`, "used, from 0 to 100%")}
${key(html`<path class="even" d="M10 0V10"/>`, "a reset")}
${key(html`<path class="used-up" d="M0 0H20V10H0Z"/>`, "full")}
${key(html`<path class="bars-of" d="M3 10V1H8V10ZM11 10V4H16V10Z"/>`, "the highest of each day, where windows are short")}
${key(html`<path class="cone" d="M0 10L20 0V6Z"/><path class="ahead" d="M0 10L20 6M0 10L20 0"/>`, "forecast, at the slower and the faster pace")}</ul>`;
