import { plural } from "../../../../src/base/words.ts";
import {
  byUrgency,
  CLOCK_NOTE,
  forecastWords,
  html,
  type LimitView,
  limitCard,
  type Markup,
  verdictOf,
} from "../../../../src/report/index.ts";
import { fromNow } from "../../../../src/text/times.ts";
import type { Store } from "../../store/index.ts";
import { byOwner } from "../by-owner.ts";
import { fastest, type OwnedViews, viewsByOwner } from "../limit-views.ts";
import type { Names } from "../names.ts";

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

/** The most owners that forecasts are made for. The others are on the page about limits. */
const MOST_FORECAST = 12;

/** Those that are the most urgent, in that order, and how many others there are. */
export interface Urgent {
  readonly owned: readonly OwnedLimits[];
  readonly others: number;
  readonly views: OwnedViews;
}

/** The limits by owner, the most urgent first. */
export async function ownedLimits(store: Store, names: Names, now: number): Promise<Urgent> {
  const readings = [...byOwner(await store.limits())];
  // A machine that was archived, or merged away, has no limits to show.
  const current = new Map(
    readings.filter(([, [{ account, machine }]]) => account !== null || names.has(machine ?? "")),
  );
  const shown = fastest(current, MOST_FORECAST, now);
  const views = await viewsByOwner(store, shown, now);
  const owned = [...shown]
    .flatMap(([key, own]): OwnedLimits[] => {
      const [first, ...others] = views.get(key) ?? [];
      const owner = own[0].account ?? names.get(own[0].machine ?? "");
      const fetchedAt = Math.max(...own.map((reading) => reading.fetchedAt));
      return first === undefined || owner === undefined
        ? []
        : [{ owner, views: [first, ...others], fetchedAt }];
    })
    .sort((a, b) => byUrgency(a.views[0], b.views[0]) || (a.owner < b.owner ? -1 : 1));
  return { owned, others: current.size - shown.size, views };
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
export function limitsSection({ owned, others }: Urgent, now: number, isShared: boolean): Markup {
  if (owned.length === 0)
    return html`<p class="soft notes">No limits yet: a machine sends them once its coding agent is logged in.</p>`;
  const [first, rest] = [owned.slice(0, MOST), owned.slice(MOST)];
  const hasClock = first.some(({ views }) => views.some(({ outlook }) => outlook.window !== null));
  return html`<div class="owners">${first.map((one, index) => ownerSection(one, index, owned.length > 1, now))}</div>
${rest.length === 0 ? "" : restTable(rest, now)}
${others === 0 ? "" : othersLine(others, isShared)}
${hasClock ? html`<p class="soft notes">${CLOCK_NOTE}</p>` : ""}`;
}

function othersLine(others: number, isShared: boolean): Markup {
  const link = isShared ? "" : html` <a href="/limits">Show all limits</a>`;
  return html`<p class="soft notes">${plural(others, "more account")} with limits, with more left for the time until the reset.${link}</p>`;
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
      (
        view,
      ) => html`<tr><th scope="row">${owner}</th><td>${view.name}</td><td>${view.left === undefined ? "–" : `${view.left}%`}</td>
<td>${forecastWords(view, now)?.split(";")[0] ?? ""}</td><td>${fromNow(fetchedAt, now)}</td></tr>`,
    ),
  );
  const title = `Limits of ${rest.length} more`;
  return html`<details class="more"><summary>${title}</summary>
<div class="scroll" role="region" aria-label="${title}" tabindex="0"><table class="text" aria-label="${title}"><thead><tr><th scope="col">Account</th><th scope="col">Limit</th><th scope="col">Left</th><th scope="col">Forecast</th><th scope="col">As of</th></tr></thead><tbody>${rows}</tbody></table></div></details>`;
}
