import { plural } from "../../../../src/base/words.ts";
import { html, type Markup, type Measure } from "../../../../src/report/index.ts";
import { duration, fromNow } from "../../../../src/text/times.ts";
import type { FleetUsages, Machine } from "../../store/index.ts";
import { presenceOf } from "../machines/index.ts";
import { hrefWith, type PageGrouping, type View } from "../site/index.ts";
import { type GroupNames, sumFrom } from "../usage/index.ts";

/** How many machines are active, idle, silent and revoked. */
export function machinesCard(
  machines: readonly Machine[],
  nameOf: (id: string) => string,
  { now, visitor }: View,
): Markup {
  const last = machines.reduce((latest, { lastSeen }) => Math.max(latest, lastSeen ?? 0), 0);
  const of = (presence: ReturnType<typeof presenceOf>) =>
    machines.filter((machine) => presenceOf(machine, now) === presence);
  const silent = of("silent");
  const seen = last === 0 ? "No push yet." : `Last push ${fromNow(last, now)}.`;
  const isShared = visitor.kind === "share";
  const [first] = silent;
  const words =
    silent.length === 1 && first !== undefined
      ? html`${nameOf(first.id)} silent for ${duration(now - (first.lastSeen ?? now))}`
      : html`${plural(silent.length, "machine", silent.length.toLocaleString("en"))} silent for over a day`;
  const listed = (show: string, text: Markup) =>
    isShared ? text : html`<a href="/machines?show=${show}&amp;sort=seen">${text}</a>`;
  const [idle, revoked] = [of("idle").length, of("revoked").length];
  const about = [
    silent.length === 0 ? html`${seen}` : listed("silent", html`${words}`),
    ...(revoked === 0 ? [] : [listed("revoked", html`${revoked.toLocaleString("en")} revoked`)]),
  ];
  return html`<article class="card use"><h3>${isShared ? "" : html`<a href="/machines">`}${plural(machines.length, "machine")}${isShared ? "" : html`</a>`}</h3>
<p class="big">${of("active").length}<small> active${idle === 0 ? "" : `, ${idle.toLocaleString("en")} idle`}</small></p>
${about.map((line) => html`<p class="soft">${line}</p>`)}</article>`;
}

/** Who used the most in the range: the first machine and the first account, each with its share. Undefined without any use. */
export function mostUsed(view: View, use: FleetUsages, measure: Measure, nameOf: GroupNames) {
  const top = (by: PageGrouping) => {
    const [first] = use[by].groups;
    const total = measure.of(sumFrom(use[by].total));
    if (first === undefined || total === 0) return undefined;
    const share = Math.round((100 * measure.of(sumFrom(first.sum))) / total);
    const name = nameOf(by, first.key);
    const shown =
      view.visitor.kind === "share"
        ? html`${name}`
        : html`<a href="${hrefWith(view, { [by]: [first.key ?? ""] })}" data-view title="Show ${name} alone">${name}</a>`;
    return { shown, share };
  };
  const [machine, account] = [top("machine"), top("account")];
  const of = measure.name.toLowerCase();
  return machine === undefined || account === undefined ? undefined : { machine, account, of };
}

type Most = ReturnType<typeof mostUsed>;

export function mostCard(most: Most, { range }: View): Markup {
  if (most === undefined) return html``;
  const { machine, account, of } = most;
  return html`<article class="card use most"><h3>Used the most in ${plural(range.length, "day")}</h3>
<p class="big">${machine.shown}<small> ${machine.share}% of the ${of}</small></p>
<p class="soft">Account: ${account.shown} ${account.share}%</p></article>`;
}

/** The same for a phone, where the cards are far down. */
export function mostLine(most: Most, { range }: View): Markup {
  if (most === undefined) return html``;
  const { machine, account, of } = most;
  return html`<span class="most-line">Used the most in ${plural(range.length, "day")}: ${machine.shown} ${machine.share}% of the ${of}, account ${account.shown} ${account.share}%.</span>`;
}
