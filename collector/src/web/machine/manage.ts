import { html, type Markup } from "../../../../src/report/index.ts";
import { fromNow } from "../../../../src/text/times.ts";
import { silenceForm } from "../alerts/index.ts";
import { hrefWith, type View } from "../site/index.ts";
import type { Found } from "./find.ts";

/** What admins can do with a machine. @param silenceMs how long it may be silent before that warns */
export function managePanel({ machine, name }: Found, silenceMs: number | undefined): Markup {
  const path = `/machines/${machine.id}`;
  const row = (title: string, text: string, action: Markup) =>
    html`<div class="row"><div><h3>${title}</h3><p class="soft">${text}</p></div>${action}</div>`;
  const archive = machine.archived
    ? row(
        "Bring back",
        "It is archived: its history counts, and it is not on the list. Its next push brings it back, too.",
        html`<form method="post" action="${path}/restore"><button>Bring back</button></form>`,
      )
    : row(
        "Archive",
        "For a machine that is not used any more. Its history stays, and a push brings it back.",
        html`<form method="post" action="${path}/archive"><button>Archive</button></form>`,
      );
  return html`<section class="card manage" aria-labelledby="manage"><h2 id="manage">Manage</h2>
<form class="row" method="post" action="${path}/rename"><div><h3><label for="name">Name</label></h3><p class="soft" id="name-hint">Shown in the place of ${machine.label}, the machine's own name. Leave it empty to show that again.</p></div>
<div class="inline-form"><input id="name" name="name" value="${machine.name ?? ""}" placeholder="${machine.label}" maxlength="256" aria-describedby="name-hint" autocomplete="off"><button aria-label="Save the name of ${name}">Save</button></div></form>
${row(
  machine.revoked ? "Let it back in" : "New token",
  machine.revoked
    ? "A line for this machine alone. It pushes again as soon as it has joined."
    : "A line for this machine alone. The old token works until the new one is first used.",
  html`<a class="button" href="${path}/rotate">${machine.revoked ? "Let it back in…" : "New token…"}</a>`,
)}
${machine.archived || machine.revoked ? "" : row("Silence", "For a machine that is always on. Laptops sleep, so none is watched unless you say so.", silenceForm(machine.id, silenceMs))}
${row("Merge", "Show it as a part of another machine, such as the same computer after it was installed again.", html`<a class="button" href="${path}/merge">Merge…</a>`)}
${archive}
${machine.revoked ? "" : row("Revoke", "For a machine that was lost or stolen. Its pushes are refused from then on.", html`<a class="button danger" href="${path}/revoke">Revoke…</a>`)}
</section>`;
}

/** The machines merged into this one. */
export function partsPanel(view: View, { machine, parts, names }: Found): Markup {
  if (parts.length === 0) return html``;
  const nameOf = (id: string) => parts.find((part) => part.id === id)?.label ?? names.get(id) ?? id;
  const items = parts.map(({ id, label, lastSeen, into }) => {
    const seen = lastSeen === null ? "no push yet" : `seen ${fromNow(lastSeen, view.now)}`;
    const through = into === machine.id ? "" : `, through ${nameOf(into)}`;
    const undo = view.canChange
      ? html`<a class="button small" href="/machines/${id}/unmerge" aria-label="Undo the merge of ${label}">Undo…</a>`
      : "";
    return html`<li class="with-exports"><span>${label}<span class="line-2">${seen}${through}</span></span>${undo}</li>`;
  });
  return html`<section class="card panel" aria-labelledby="parts"><h2 id="parts">Merged into this machine</h2><ul class="choose" role="list">${items}</ul></section>`;
}

/** What is wrong with a machine, and what to do about it. */
export function warningsOf({ canChange }: View, { machine }: Found, since: Markup | undefined): Markup {
  const path = `/machines/${machine.id}`;
  const alerts: Markup[] = [];
  if (machine.revoked)
    alerts.push(
      html`<p class="alerting bad"><b>Revoked.</b> Its pushes are refused. ${canChange ? html`<a href="${path}/rotate">Let it back in</a> if it should push again.` : "An admin can let it back in."}</p>`,
    );
  if (machine.twoHomesAt !== null)
    alerts.push(
      html`<p class="alerting bad"><b>Two copies push as this machine.</b> Its disk was cloned or its home was copied, so its figures jump between the two. On the copy, delete agent-usage's state folder, then join with a new line: it becomes a machine of its own.</p>`,
    );
  if (machine.archived)
    alerts.push(
      html`<p class="alerting"><b>Archived.</b> It is not on the list. Its history still counts.</p>`,
    );
  if (since !== undefined && !machine.archived && !machine.revoked)
    alerts.push(
      html`<p class="alerting"><b>Silent since ${since}.</b> A machine pushes every 15 minutes while it is on. If it should be on, run <code>agent-usage doctor</code> there.</p>`,
    );
  return html`${alerts}`;
}

/** A link to the limits that this machine's use counts against. */
export function limitsLink(view: View, { machine }: Found): Markup {
  const { account, id } = machine;
  const changes = { by: undefined, model: undefined };
  const href =
    account === null
      ? hrefWith(view, { ...changes, machine: [id] }, "/limits")
      : hrefWith(view, { ...changes, account: [account] }, "/limits");
  return html`<a href="${href}">${account === null ? "Limits of this machine" : `Limits of ${account}`}</a>`;
}
