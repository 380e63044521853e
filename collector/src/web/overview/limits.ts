import { DAY_MS } from "../../../../src/base/durations.ts";
import {
  byUrgency,
  CLOCK_NOTE,
  forecastWords,
  html,
  type LimitView,
  limitCard,
  limitViews,
  type Markup,
  usedWords,
  verdictOf,
} from "../../../../src/report/index.ts";
import { fromNow } from "../../../../src/text/times.ts";
import { instant, limitItem } from "../../api/index.ts";
import type { LimitReading, Store } from "../../store/index.ts";
import { byOwner } from "../by-owner.ts";
import type { Names } from "../names.ts";

/** How far back the readings go that a forecast is made from: a week's window, and the one before its reset. */
const HISTORY_MS = 15 * DAY_MS;
/** The most owners whose limits are cards. Those of the others are rows of a table. */
const MOST = 3;

/** The limits of an account, or of a machine that names none. */
export interface OwnedLimits {
  readonly owner: string;
  /** The most urgent first. */
  readonly views: readonly [LimitView, ...LimitView[]];
  /** Of the newest reading; epoch milliseconds. */
  readonly fetchedAt: number;
}

/** The limits by owner, the most urgent first. */
export async function ownedLimits(store: Store, names: Names, now: number): Promise<OwnedLimits[]> {
  const [current, history] = await Promise.all([store.limits(), store.limitsHistory(now - HISTORY_MS, now)]);
  const before = byOwner(history);
  return [...byOwner(current)]
    .flatMap(([key, readings]) => ownedBy(readings, before.get(key) ?? [], names, now))
    .sort((a, b) => byUrgency(a.views[0], b.views[0]) || (a.owner < b.owner ? -1 : 1));
}

function ownedBy(
  readings: readonly LimitReading[],
  history: readonly LimitReading[],
  names: Names,
  now: number,
): OwnedLimits[] {
  const fetchedAt = Math.max(...readings.map((reading) => reading.fetchedAt));
  const earlier = history.flatMap((reading) => {
    const [at, item] = [instant(reading.fetchedAt), limitItem(reading)];
    return at === null || item.percent === undefined
      ? []
      : [{ ...item, percent: item.percent, fetchedAt: at }];
  });
  const limits = { fetchedAt: instant(fetchedAt), items: readings.map(limitItem) };
  const [first, ...others] = limitViews(limits, earlier, now);
  const owner = readings[0]?.account ?? names.get(readings[0]?.machine ?? "");
  // A machine that was archived, or merged away, has no limits to show.
  return first === undefined || owner === undefined ? [] : [{ owner, views: [first, ...others], fetchedAt }];
}

/** The headline: what is most urgent, and whose limit it is. Undefined without limits. */
export function headlineOf(owned: readonly OwnedLimits[], now: number): string | undefined {
  const views = owned.flatMap((one) => one.views).sort(byUrgency);
  const verdict = verdictOf(views, now);
  const isAboutOne = views.some(({ outlook }) => outlook.forecast.status !== "on_pace");
  const [first] = owned;
  return verdict !== undefined && first !== undefined && owned.length > 1 && isAboutOne
    ? `${first.owner}, ${verdict}`
    : verdict;
}

/** Cards for the most urgent owners, a table for the others. */
export function limitsSection(owned: readonly OwnedLimits[], now: number): Markup {
  if (owned.length === 0)
    return html`<p class="soft notes">No limits yet: a machine sends them once its coding agent is logged in.</p>`;
  const [first, rest] = [owned.slice(0, MOST), owned.slice(MOST)];
  const hasClock = first.some(({ views }) => views.some(({ outlook }) => outlook.window !== null));
  return html`<div class="owners">${first.map((one, index) => ownerSection(one, index, owned.length > 1, now))}</div>
${rest.length === 0 ? "" : restTable(rest, now)}
${hasClock ? html`<p class="soft notes">${CLOCK_NOTE}</p>` : ""}`;
}

/** @param isOneOfMany its limits are then lines of one card, so that the owners stand side by side */
function ownerSection(
  { owner, views, fetchedAt }: OwnedLimits,
  index: number,
  isOneOfMany: boolean,
  now: number,
): Markup {
  return html`<section class="owner${isOneOfMany ? " card" : ""}" aria-labelledby="owner-${index}">
<p class="line"><span role="heading" aria-level="2" id="owner-${index}">${owner}</span> <span class="soft">read ${fromNow(fetchedAt, now)}</span></p>
<div class="cards">${views.map((view) => limitCard(view, now))}</div>
</section>`;
}

function restTable(rest: readonly OwnedLimits[], now: number): Markup {
  const rows = rest.flatMap(({ owner, views, fetchedAt }) =>
    views.map(
      (view) => html`<tr><th scope="row">${owner}</th><td>${view.name}</td><td>${usedWords(view)}</td>
<td>${forecastWords(view, now)?.split(";")[0] ?? ""}</td><td>${fromNow(fetchedAt, now)}</td></tr>`,
    ),
  );
  const title = `Limits of ${rest.length} more`;
  return html`<details class="more"><summary>${title}</summary>
<div class="scroll" role="region" aria-label="${title}" tabindex="0"><table class="text" aria-label="${title}"><thead><tr><th scope="col">Account</th><th scope="col">Limit</th><th scope="col">Used</th><th scope="col">Forecast</th><th scope="col">As of</th></tr></thead><tbody>${rows}</tbody></table></div></details>`;
}
