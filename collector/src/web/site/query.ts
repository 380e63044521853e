import { type Notice, noticeOf } from "./notices.ts";
import { type PageRange, rangeOf, type WrongQuery } from "./range.ts";

/** What usage is grouped by on pages. The words are those of the API. */
export const GROUPINGS_SHOWN = ["model", "machine", "account"] as const;
export type PageGrouping = (typeof GROUPINGS_SHOWN)[number];

/** Any of these; all if empty. Null is the account of days that came without one. */
export interface Filters {
  readonly machine: readonly string[];
  readonly model: readonly string[];
  readonly account: readonly (string | null)[];
}

/** What a page's URL says. */
export interface PageQuery {
  readonly range: PageRange;
  /** Undefined if it is not given. */
  readonly by: PageGrouping | undefined;
  readonly filters: Filters;
  /** The notice to show, if any. */
  readonly notice: Notice | undefined;
  /** Every parameter, with all its values. */
  readonly parameters: Parameters;
}

/** Parameters with their values, as parsed. */
export type Parameters = Readonly<Record<string, readonly string[]>>;

/** The parameters that every page has. Those of `FILTERS` may be repeated. */
const FILTERS = ["machine", "model", "account"] as const;
const STATE = ["range", "from", "to", "by", "notice"] as const;
const MAX_TEXT = 256;
const MOST_VALUES = 50;

/** Reads a page's query. @param own the parameters that this page has besides those of every page, each once */
export function readPageQuery(
  given: Readonly<Record<string, unknown>>,
  own: readonly string[],
  today: string,
): ({ readonly status: "ok" } & PageQuery) | WrongQuery {
  const parameters: Record<string, string[]> = {};
  for (const [name, value] of Object.entries(given)) {
    const values = [value].flat().map(String);
    const isFilter = FILTERS.some((known) => known === name);
    if (!isFilter && ![...STATE, ...own].includes(name))
      return wrong(name, "left out: this page has no such parameter");
    if (!isFilter && values.length > 1) return wrong(name, "there once");
    if (values.length > MOST_VALUES) return wrong(name, `there at most ${MOST_VALUES} times`);
    if (values.some((text) => text.length > MAX_TEXT || text.includes("\0")))
      return wrong(name, `a text of at most ${MAX_TEXT} characters`);
    parameters[name] = values;
  }
  const one = (name: string) => parameters[name]?.[0];
  const range = rangeOf({ ...pick(one, "range"), ...pick(one, "from"), ...pick(one, "to") }, today);
  if (range.status === "wrong_query") return range;
  const by = GROUPINGS_SHOWN.find((known) => known === one("by"));
  if (by === undefined && one("by") !== undefined) return wrong("by", `one of ${GROUPINGS_SHOWN.join(", ")}`);
  const { machine = [], model = [], account = [] } = parameters;
  const { status: _, ...shown } = range;
  return {
    status: "ok",
    range: shown,
    by,
    filters: { machine, model, account: account.map((name) => (name === "" ? null : name)) },
    notice: noticeOf(one("notice")),
    parameters,
  };
}

function pick<K extends string>(
  one: (name: string) => string | undefined,
  name: K,
): Partial<Record<K, string>> {
  const value = one(name);
  return (value === undefined ? {} : { [name]: value }) as Partial<Record<K, string>>;
}

function wrong(parameter: string, must: string): WrongQuery {
  return { status: "wrong_query", parameter, must };
}
