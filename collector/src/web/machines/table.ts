import { html, type Markup, usdText } from "../../../../src/report/index.ts";
import { short } from "../../../../src/text/numbers.ts";
import { type Cell, type Column, hrefWith, type Table, type Value, type View } from "../site/index.ts";
import { aboutOf, badgesOf, seenOf, shareOf, versionsOf } from "./cells.ts";
import type { RosterQuery } from "./query.ts";
import type { Listed, Sort } from "./roster.ts";

/** The columns, and what each can be sorted by. Numbers and times begin with the greatest. */
const COLUMNS = [
  ["machine", "Machine", "name", "text"],
  ["lastSeen", "Last seen", "seen", "text"],
  ["costUsd", "Cost", "cost", "number"],
  ["share", "Share", "cost", "number"],
  ["tokens", "Tokens", "tokens", "number"],
  ["version", "agent-usage", "version", "text"],
  ["agentVersion", "Agent", undefined, "text"],
  ["account", "Account", "account", "text"],
  ["os", "System", undefined, "text"],
  ["id", "Id", undefined, "text"],
] as const satisfies readonly (readonly [string, string, Sort | undefined, "text" | "number"])[];
/** Those that are part of another column on the page, and columns of their own in an export. */
const IN_OTHERS: readonly string[] = ["agentVersion", "os", "id"];

const FIRST_DOWN: readonly Sort[] = ["seen", "cost", "tokens", "version"];

/**
 * The machines as a table. Its rows are made when they are asked for: an export has all of them, a page does not.
 * @param most the largest share, whose bar is full
 */
export function rosterTable(
  listed: readonly Listed[],
  most: number,
  view: View,
  query: RosterQuery,
  timeZone: string,
): Table {
  return {
    name: "machines",
    caption: "Machines",
    columns: COLUMNS.map(([key, head, sort, kind]) => columnOf(view, query, key, head, sort, kind)),
    get rows() {
      return listed.map((one) => rowOf(one, most, view, timeZone));
    },
  };
}

/** The table without the columns that are part of others. */
export function shownTable({ name, caption, columns, rows }: Table): Table {
  const isShown = (index: number) => !IN_OTHERS.includes(columns[index]?.key ?? "");
  return {
    name,
    caption,
    isTall: true,
    columns: columns.filter((_, index) => isShown(index)),
    rows: rows.map((row) => row.filter((_, index) => isShown(index))),
  };
}

function columnOf(
  view: View,
  query: RosterQuery,
  key: string,
  head: string,
  sort: Sort | undefined,
  kind: "text" | "number",
): Column {
  const column = { key, head, isText: kind === "text" };
  if (sort === undefined || key === "share" || view.visitor.kind === "share") return column;
  const isNow = query.sort === sort;
  const isDown = isNow ? !query.isDown : FIRST_DOWN.includes(sort);
  return {
    ...column,
    sort: {
      href: hrefWith(view, { sort: `${isDown ? "-" : ""}${sort}`, page: undefined }),
      order: isNow ? (query.isDown ? "descending" : "ascending") : undefined,
    },
  };
}

function rowOf(one: Listed, most: number, view: View, timeZone: string): Cell[] {
  const { machine, name, use, share, presence } = one;
  const { id, lastSeen, agentUsageVersion, agentVersion, account, os } = machine;
  return [
    new LaterCell(name, () => titleOf(one, view)),
    new LaterCell(lastSeen === null ? null : new Date(lastSeen).toISOString(), () =>
      seenOf(lastSeen, presence, view.now, timeZone),
    ),
    costOf(use?.costUsd ?? null),
    new LaterCell(share === undefined ? null : Number(share.toFixed(6)), () => shareOf(share, most)),
    use === undefined ? null : new LaterCell(use.tokens, () => short(Number(use.tokens))),
    new LaterCell(agentUsageVersion, () => versionsOf(machine, one)),
    agentVersion,
    account,
    os,
    id,
  ];
}

/** What is shown is made when it is asked for: an export of all machines has the values alone. */
class LaterCell {
  readonly value: Value;
  readonly #show: () => string | Markup;

  constructor(value: Value, show: () => string | Markup) {
    this.value = value;
    this.#show = show;
  }

  get shown(): string | Markup {
    return this.#show();
  }
}

const costOf = (usd: number | null): Cell => (usd === null ? null : new LaterCell(usd, () => usdText(usd)));

function titleOf(one: Listed, view: View): Markup {
  const { machine, name } = one;
  const link =
    view.visitor.kind === "share"
      ? html`${name}`
      : html`<a class="row-link" href="${hrefWith(view, OWN, `/machines/${machine.id}`)}">${name}</a>`;
  return html`${link} ${badgesOf(machine)}<span class="line-2">${aboutOf(one)}</span>`;
}

/** The parameters that only the list has. */
const OWN = { show: undefined, q: undefined, sort: undefined, page: undefined, by: undefined };
