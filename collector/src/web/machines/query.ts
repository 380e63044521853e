import { pageNumber, type View } from "../site/index.ts";
import { SHOWN, type Show, SORTS, type Sort } from "./roster.ts";

/** What the page's URL says besides the range: which machines, in which order. */
export interface RosterQuery {
  readonly show: Show;
  readonly search: string;
  readonly sort: Sort;
  /** The greatest first. */
  readonly isDown: boolean;
  readonly page: number;
}

/** The parameters of the page's own. */
export const PARAMETERS: readonly string[] = ["show", "q", "sort", "page"];

interface WrongQuery {
  readonly status: "wrong_query";
  readonly parameter: string;
  readonly must: string;
}

/** Reads the page's own parameters. A `-` before a column sorts by it with the greatest first. */
export function readRosterQuery({
  parameters,
}: Pick<View, "parameters">): ({ readonly status: "ok" } & RosterQuery) | WrongQuery {
  const one = (name: string) => parameters[name]?.[0];
  const show = SHOWN.find((known) => known === (one("show") ?? "all"));
  if (show === undefined) return wrong("show", `one of ${SHOWN.join(", ")}`);
  const [, minus, column] = /^(-?)(.*)$/s.exec(one("sort") ?? "-cost") ?? [];
  const sort = SORTS.find((known) => known === column);
  if (sort === undefined)
    return wrong("sort", `one of ${SORTS.join(", ")}, each with or without - before it`);
  const page = pageNumber({ parameters });
  if (page === undefined) return wrong("page", "a number from 1 on");
  return { status: "ok", show, search: one("q") ?? "", sort, isDown: minus === "-", page };
}

function wrong(parameter: string, must: string): WrongQuery {
  return { status: "wrong_query", parameter, must };
}
