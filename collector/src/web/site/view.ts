import type { Visitor } from "../../server/index.ts";
import type { Actor, Store } from "../../store/index.ts";
import type { PageQuery, Parameters } from "./query.ts";

/** A request for a page or of a form, by someone who may send it. */
export interface Visit {
  readonly store: Store;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The Toronto day. */
  readonly today: string;
  readonly visitor: Visitor;
  /** For the audit log. */
  readonly actor: Actor;
  /** What the browser calls itself. */
  readonly browser: string | null;
  /** The path as requested, without the query. */
  readonly path: string;
  /** The parts of the path that have names: `id` of `/machines/:id`. */
  readonly params: Readonly<Record<string, string>>;
  /** Whether the visitor may change something. Show no button otherwise. */
  readonly canChange: boolean;
}

/** A request for a page, with what its URL says. */
export type View = Visit & PageQuery;

/** The value of a parameter in a link: undefined takes it away. */
type Change = string | readonly string[] | undefined;

/** What is the same as no parameter. */
const USUAL: Parameters = { range: ["30d"] };

/** A link to the page that keeps what its URL says but for these changes. A new range takes the place of the old one. */
export function hrefWith(
  { path, parameters }: Pick<View, "path" | "parameters">,
  changes: Readonly<Record<string, Change>> = {},
  to: string = path,
): string {
  const isNewRange = ["range", "from", "to"].some((name) => Object.hasOwn(changes, name));
  const gone = ["notice", ...(isNewRange ? ["range", "from", "to"] : [])];
  const kept = Object.entries(parameters).filter(([name]) => !gone.includes(name));
  const all: Readonly<Record<string, Change>> = { ...Object.fromEntries(kept), ...changes };
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(all)) {
    const values = value === undefined ? [] : [value].flat();
    const isUsual = values.length === 1 && values[0] === USUAL[name]?.[0];
    if (!isUsual) for (const text of values) search.append(name, text);
  }
  const query = search.toString();
  return query === "" ? to : `${to}?${query}`;
}
