import { plural } from "../../../../src/base/words.ts";
import { html, type Markup } from "../../../../src/report/index.ts";
import { largest } from "../../../../src/text/numbers.ts";
import type { MachineTotal } from "../../store/index.ts";
import {
  controlsOf,
  emptyState,
  exportLinks,
  hrefWith,
  pageOf,
  pagerOf,
  type Rendered,
  searchForm,
  tableOf,
  type View,
} from "../site/index.ts";
import { type RosterQuery, readRosterQuery } from "./query.ts";
import {
  isShown,
  type Listed,
  type MachineUse,
  matches,
  rosterOf,
  SHOWN,
  type Show,
  sorted,
} from "./roster.ts";
import { rosterTable, shownTable } from "./table.ts";

/** The machines on one page of the list. */
const SIZE = 50;
/** A link that shows this page alone has no other pages of the list. */
const SIZE_SHARED = 1_000;

/** Who is here: when each machine was last seen, what runs there, and its share of the use. */
export async function machinesPage(view: View): Promise<Rendered> {
  const query = readRosterQuery(view);
  if (query.status !== "ok") return query;
  const listed = await listedOf(view);
  if (listed.length === 0)
    return { status: "page", title: "Machines", nav: "Machines", body: firstMachine(view) };
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  const found = listed.filter((one) => matches(one, query.search));
  const all = sorted(
    found.filter((one) => isShown(one, query.show)),
    query.sort,
    query.isDown,
  );
  const isShared = view.visitor.kind === "share";
  const shown = pageOf(all, query.page, isShared ? SIZE_SHARED : SIZE);
  const most = largest(all.map(({ share }) => share ?? 0));
  const table = rosterTable(all, most, view, query, timeZone);
  const part = shownTable(rosterTable(shown.rows, most, view, query, timeZone));
  const body = html`${isShared ? "" : toolsOf(view, found, query)}
<section class="card" aria-labelledby="list"><h2 id="list" class="with-exports">${countWords(all.length, query)} ${all.length === 0 || isShared ? "" : exportLinks(view, table)}</h2>
${all.length === 0 ? nothingFound(view, query) : tableOf(part)}
${isShared ? "" : pagerOf(view, shown, all.length)}</section>`;
  return { status: "page", title: "Machines", nav: "Machines", body, tables: [table] };
}

/** Which machines are shown, and of which days. */
function toolsOf(view: View, found: readonly Listed[], query: RosterQuery): Markup {
  return html`<div class="tools">${showChoices(view, found, query)}${searchForm(view, "Search by name, account or system", "Name, account or system")}</div>
${controlsOf(view)}`;
}

async function listedOf({ store, range, filters, now }: View): Promise<Listed[]> {
  const { model, account, machine } = filters;
  const [machines, totals] = await Promise.all([
    store.machines(),
    store.machineTotals({ from: range.from, to: range.to, model, account }),
  ]);
  const uses = new Map(totals.map((total) => [total.machine, useOf(total)]));
  return rosterOf(machines, uses, now).filter(
    (one) =>
      (machine.length === 0 || machine.includes(one.machine.id)) &&
      (account.length === 0 || account.includes(one.machine.account)),
  );
}

function useOf(total: MachineTotal): MachineUse {
  const { inputTokens, outputTokens, cacheCreationTokens, cacheReadTokens, costUsd } = total;
  return { tokens: inputTokens + outputTokens + cacheCreationTokens + cacheReadTokens, costUsd };
}

const SHOW_WORDS: Readonly<Record<Show, string>> = {
  all: "All",
  active: "Active",
  idle: "Idle",
  silent: "Silent",
  revoked: "Revoked",
  copies: "Two copies",
  old: "Old version",
  archived: "Archived",
};
/** What is not clear from the word alone. */
const ABOUT: Partial<Record<Show, string>> = {
  active: "Seen within the last hour",
  idle: "Seen within the last day, but not the last hour",
  silent: "Not seen for over a day, or never",
  copies: "Two copies push as one machine",
};

/** The parts of the fleet, each with how many machines it has. Parts without any are left out. */
function showChoices(view: View, found: readonly Listed[], { show }: RosterQuery): Markup {
  const links = SHOWN.flatMap((name) => {
    const count = found.filter((one) => isShown(one, name)).length;
    if (count === 0 && name !== "all" && name !== show) return [];
    const href = hrefWith(view, { show: name === "all" ? undefined : name, page: undefined });
    const about = ABOUT[name] === undefined ? "" : html` title="${ABOUT[name]}"`;
    const words = html`${SHOW_WORDS[name]} <span class="count">${count}</span>`;
    return [
      name === show
        ? html`<a href="${href}" data-view${about} aria-current="true">${words}</a>`
        : html`<a href="${href}" data-view${about}>${words}</a>`,
    ];
  });
  return html`<nav class="choices wrap" aria-label="Show">${links}</nav>`;
}

function countWords(count: number, { search, show }: RosterQuery): string {
  const what = show === "all" ? "" : `, ${SHOW_WORDS[show].toLowerCase()}`;
  return `${plural(count, "machine", count.toLocaleString("en"))}${what}${search.trim() === "" ? "" : " found"}`;
}

function nothingFound(view: View, { search, show }: RosterQuery): Markup {
  const text =
    search.trim() === ""
      ? `None counts as "${SHOW_WORDS[show]}" now.`
      : "No name, account or system has all of these words.";
  const href = hrefWith(view, { q: undefined, show: undefined, page: undefined });
  return emptyState("No machine here", text, html`<a class="button" href="${href}">Show all machines</a>`);
}

function firstMachine({ canChange }: View): Markup {
  const text =
    "Each machine is here as soon as it has joined: when it was last seen, its versions, and what it used.";
  const action = canChange
    ? html`<a class="button main" href="/machines/add">Add a machine</a>`
    : html`<p class="soft">An admin can add it.</p>`;
  return html`<section class="card">${emptyState("No machine has joined yet", text, action)}</section>`;
}
