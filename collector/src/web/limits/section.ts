import { plural } from "../../../../src/base/words.ts";
import {
  forecastWords,
  historyChart,
  html,
  type LimitWindow,
  type Markup,
  resetOf,
} from "../../../../src/report/index.ts";
import { sentence } from "../../../../src/text/sentence.ts";
import { duration, fromNow, roughLength, shortTime } from "../../../../src/text/times.ts";
import { hrefWith, tableOf, type View } from "../site/index.ts";
import type { LimitHistory, OwnerHistory, TimeRange } from "./histories.ts";
import { MOST_WINDOWS, windowsTable } from "./windows-table.ts";

const ALL = 100;

interface Context {
  readonly view: View;
  readonly range: TimeRange;
  readonly timeZone: string;
}

/** The limits of one owner. */
export function ownerSection({ owner, limits }: OwnerHistory, index: number, context: Context): Markup {
  const { view } = context;
  const { account, machine, name, fetchedAt } = owner;
  const href =
    account === null
      ? `/machines/${machine ?? ""}`
      : hrefWith(view, { account: [account], page: undefined, q: undefined });
  return html`<section class="card" aria-labelledby="owner-${index}"><h2 id="owner-${index}" class="with-exports">${view.visitor.kind === "share" ? html`<span>${name}</span>` : html`<a class="row-link" href="${href}">${name}</a>`}<span class="soft">${account === null ? "a machine without an account, " : ""}read ${fromNow(fetchedAt, view.now)}</span></h2>
<div class="limit-histories">${limits.map((limit, place) => limitSection(limit, `limit-${index}-${place}`, name, context))}</div>
<div class="limit-histories folds">${limits.map((limit) => windowsFold(limit, name, context))}</div></section>`;
}

function limitSection(
  limit: LimitHistory,
  id: string,
  owner: string,
  { view, range, timeZone }: Context,
): Markup {
  const { now } = view;
  const { view: shown, points, windows } = limit;
  const { span } = shown.outlook;
  const end = shown.outlook.window === null ? undefined : Date.parse(shown.outlook.window.end);
  const isToNow = range.to >= now;
  const ahead =
    isToNow && span !== null && end !== undefined
      ? { percent: shown.outlook.percent ?? 0, end, span }
      : undefined;
  const chart = historyChart(
    {
      name: `${owner}, ${shown.name}`,
      ...range,
      points,
      resets: windows.map(({ to }) => to),
      ahead,
    },
    now,
    timeZone,
  );
  return html`<div class="limit-history ${shown.tone}" role="group" aria-labelledby="${id}"><div class="line"><h3 id="${id}">${shown.name}</h3><span class="big">${shown.left === undefined ? "–" : html`${shown.left}% <small>left</small>`}</span></div>
<p class="now-line">${nowWords(limit, now, timeZone)}</p>
${points.length === 0 ? html`<p class="soft">No reading in these days.</p>` : chart}
<p class="soft">${usedUpWords(windows, now)}</p></div>`;
}

/** The windows of a limit, as wide as the charts of all limits of its owner. */
function windowsFold(
  { view: shown, windows }: LimitHistory,
  owner: string,
  { view, timeZone }: Context,
): Markup {
  const { length } = windows;
  if (length === 0) return html``;
  const title = `Windows of ${shown.name}, ${owner}`;
  const part = windows.slice(-MOST_WINDOWS);
  const table = windowsTable("windows", title, [{ owner: "", limit: "", windows: part }], view.now, timeZone);
  const others =
    length > part.length
      ? html`<p class="soft">The newest ${part.length} of ${length}. Choose fewer days to see the others.</p>`
      : "";
  return html`<details><summary>${shown.name}: ${plural(part.length, "window")}, as a table</summary>${tableOf(table)}${others}</details>`;
}

/** Whether it lasts, when it resets, and how old the figure is. */
function nowWords({ view: shown, fetchedAt, isOld }: LimitHistory, now: number, timeZone: string): Markup {
  const { item } = shown;
  const forecast = forecastWords(shown, now, timeZone);
  const reset = resetOf(item);
  const old = isOld
    ? html`<span><span class="badge warn">old</span> <span class="soft">read ${fromNow(fetchedAt, now)}</span></span>`
    : "";
  return html`${forecast === undefined ? "" : html`<span class="tone">${sentence(forecast)}</span>`}${reset === undefined ? "" : html`<span class="soft">${reset > now ? "Resets" : "Reset"} ${shortTime(reset, now, timeZone)}.</span>`}${old}`;
}

/** How often the limit was full and how long, and what was left at the resets. */
function usedUpWords(windows: readonly LimitWindow[], now: number): string {
  const past = windows.filter(({ to }) => to <= now);
  const full = windows.filter(({ highest }) => highest >= ALL);
  const time = full.reduce((sum, { fullMs }) => sum + fullMs, 0);
  const often =
    full.length === 0
      ? "Never full in these days."
      : `Full ${full.length === 1 ? "once" : `${full.length} times`}, ${full.length === 1 ? "" : "in all "}for ${time < 60_000 ? roughLength(time) : duration(time)}.`;
  if (past.length === 0) return often;
  const left = Math.round(past.reduce((sum, window) => sum + window.left, 0) / past.length);
  return `${often} At ${past.length === 1 ? "the reset" : `${past.length} resets`}, ${left}% was left${past.length === 1 ? "" : " on average"}.`;
}
