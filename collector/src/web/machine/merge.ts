import { plural } from "../../../../src/base/words.ts";
import { html, type Markup } from "../../../../src/report/index.ts";
import { fromNow } from "../../../../src/text/times.ts";
import type { Machine, MergeResult, Store } from "../../store/index.ts";
import { emptyState, fits, type Rendered, searchForm, type View } from "../site/index.ts";
import { confirmPage } from "./confirm.ts";
import type { Found } from "./find.ts";

/** The most machines to choose from at once. A search finds the others. */
const MOST = 20;
const ALL_DAYS = { from: "0001-01-01", to: "9999-12-31" };

/** Which machine to merge this one into; then what that will do. */
export async function mergePage(view: View, found: Found): Promise<Rendered> {
  const { machine, machines } = found;
  const into = view.parameters["into"]?.[0];
  if (into === undefined) return choicePage(view, found);
  const target = machines.find(({ id }) => id === into);
  if (target === undefined || target.id === machine.id || target.program !== machine.program)
    return {
      status: "wrong_query",
      parameter: "into",
      must: "the id of another machine of the same program",
    };
  return questionPage(view.store, found, target);
}

function choicePage(view: View, { machine, name, machines, names }: Found): Rendered {
  const { now } = view;
  const search = view.parameters["q"]?.[0] ?? "";
  const others = machines.filter(({ id, program }) => id !== machine.id && program === machine.program);
  const fitting = others
    .filter(({ id, label, os, account }) => fits([names.get(id), label, os, account], search))
    .sort((a, b) => likeness(b, machine) - likeness(a, machine) || (b.lastSeen ?? 0) - (a.lastSeen ?? 0));
  const rows = fitting.slice(0, MOST).map(({ id, label, os, account, lastSeen }) => {
    const seen = lastSeen === null ? "no push yet" : `seen ${fromNow(lastSeen, now)}`;
    const about = [os, ...(account === null ? [] : [account]), seen].join(" · ");
    return html`<li><a class="row-link" href="/machines/${machine.id}/merge?into=${id}">${names.get(id) ?? label}</a><span class="line-2">${about}</span></li>`;
  });
  const more = fitting.length - rows.length;
  const rest = more > 0 ? html`<p class="soft">${plural(more, "more machine")}. Search to find one.</p>` : "";
  const list: Markup =
    rows.length === 0
      ? emptyState("No machine here", others.length === 0 ? NO_OTHER : NOT_FOUND)
      : html`<ul class="choose" role="list">${rows}</ul>${rest}`;
  const body = html`<section class="card confirm"><p>Choose the machine that ${name} is a part of from now on, such as the same computer after it was installed again. You can undo this.</p>
${searchForm(view, "Search by name, account or system", "Name, account or system")}
${list}<p><a class="button" href="/machines/${machine.id}">Cancel</a></p></section>`;
  return { status: "page", title: `Merge ${name} into…`, nav: "Machines", body };
}

const NO_OTHER = "No other machine runs the same program.";
const NOT_FOUND = "No name, account or system has all of these words.";

/** How much two machines look like one. */
function likeness(a: Machine, b: Machine): number {
  return (a.label === b.label ? 4 : 0) + (a.os === b.os ? 1 : 0) + (a.account === b.account ? 1 : 0);
}

async function questionPage(
  store: Store,
  { machine, name, names }: Found,
  target: Machine,
): Promise<Rendered> {
  const [own, others] = await Promise.all([daysOf(store, machine.id), daysOf(store, target.id)]);
  const both = [...own].filter((day) => others.has(day)).length;
  const into = names.get(target.id) ?? target.label;
  return confirmPage({
    title: `Merge ${name} into ${into}?`,
    will: [
      html`<b>${name}</b> leaves the list. Its ${plural(own.size, "day")} of history and its pushes show as <b>${into}</b>, which has ${plural(others.size, "day")}.`,
      both === 0
        ? "No day is on both machines, so the totals of the fleet stay as they are."
        : `${plural(both, "day")} ${both === 1 ? "is" : "are"} on both machines. Each counts once: the larger of the two. The totals of the fleet fall by the rest.`,
      "Nothing is deleted. You can undo this on the page of the machine.",
    ],
    action: `/machines/${machine.id}/merge`,
    fields: { into: target.id },
    button: "Merge",
    back: `/machines/${machine.id}`,
  });
}

async function daysOf(store: Store, machine: string): Promise<Set<string>> {
  const rows = await store.usage({ ...ALL_DAYS, by: ["day"], machine: [machine] });
  return new Set(rows.map(({ day }) => day ?? ""));
}

/** Why two machines were not merged. */
export const NOT_MERGED: Readonly<Record<Exclude<MergeResult["status"], "merged">, string>> = {
  unknown: "One of the two machines is not there any more.",
  same: "Both are the same machine.",
  other_program: "The two machines run different programs, which are counted apart.",
  merged_already: "One of the two is a part of another machine already.",
};
