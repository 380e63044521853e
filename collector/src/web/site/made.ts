import { torontoDay } from "../../../../src/base/calendar.ts";
import { isAllowed } from "../../auth/index.ts";
import type { Answer, AskedPage } from "../../server/index.ts";
import type { Store } from "../../store/index.ts";
import { readPageQuery } from "./query.ts";
import { answerFor, exportAnswer, type Rendered, wrongQueryPage } from "./rendered.ts";
import type { View, Visit } from "./view.ts";

/** A page that is made from what its URL says and from the store. */
export interface Making {
  readonly render: (view: View) => Promise<Rendered>;
  /** The parameters of its query besides those of every page. */
  readonly parameters?: readonly string[];
  /** Whether it is a form, which is left as it is, and not a page that stays up to date. */
  readonly isForm?: boolean;
}

export async function makeAnswer(
  store: Store,
  asked: AskedPage,
  { render, parameters = [], isForm = false }: Making,
): Promise<Answer> {
  const { format, now, visitor, isZipped } = asked;
  const visit = visitOf(asked, store);
  // A link shows its own range, whatever the URL says.
  const query = visitor.kind === "share" ? { from: visitor.from, to: visitor.to } : asked.query;
  const own = format === undefined ? parameters : [...parameters, "table"];
  const read = readPageQuery(query, own, visit.today);
  if (read.status === "wrong_query") return wrongQueryPage(read, visitor, isZipped);
  const view = { ...visit, ...read };
  const sending = { visitor, notice: view.notice, isZipped };
  const result = await render(view);
  return format === undefined
    ? answerFor(result, { ...sending, madeAt: isForm ? undefined : now })
    : exportAnswer(result, view, format, sending);
}

export function visitOf(
  {
    now,
    visitor,
    actor,
    browser,
    path,
    params,
  }: Omit<AskedPage, "kind" | "asker" | "route" | "query" | "format">,
  store: Store,
): Visit {
  const canChange = isAllowed(visitor, "change");
  return { store, now, today: torontoDay(now), visitor, actor, browser, path, params, canChange };
}
