import { html, type Markup } from "../../../../src/report/index.ts";
import { isAllowed } from "../../auth/index.ts";
import { GROUPINGS_SHOWN, type PageGrouping } from "./query.ts";
import { RANGES, type RangeName } from "./range.ts";
import { hrefWith, type View } from "./view.ts";

const RANGE_WORDS: Readonly<Record<RangeName, string>> = {
  "7d": "7 days",
  "30d": "30 days",
  "90d": "90 days",
  "1y": "Year",
};
const GROUPING_WORDS = { model: "Model", machine: "Machine", account: "Account" } as const;

/**
 * Which days are shown, and how they are grouped.
 * @param by what is shown now. Without it, there is no choice
 * @param more further choices
 */
export function controlsOf(view: View, by?: PageGrouping, more: Markup = html``): Markup {
  if (view.visitor.kind === "share") return html``;
  const names = Object.keys(RANGES) as RangeName[];
  const ranges = names.map((name) =>
    choice(hrefWith(view, { range: name }), RANGE_WORDS[name], view.range.name === name),
  );
  const groupings = GROUPINGS_SHOWN.map((name) =>
    choice(hrefWith(view, { by: name }), GROUPING_WORDS[name], by === name),
  );
  return html`<div class="controls">
<nav class="choices" aria-label="Range">${ranges}</nav>
${daysForm(view)}
${by === undefined ? "" : html`<nav class="choices" aria-label="Group by">${groupings}</nav>`}
${more}${shareLink(view)}
</div>`;
}

/** For admins: to a form that makes a link that shows this page with these days, to anyone who has the link. */
function shareLink({ visitor, path, range }: View): Markup {
  if (!isAllowed(visitor, "administer")) return html``;
  const about = new URLSearchParams({ page: path, from: range.from, to: range.to });
  return html`<a class="button" href="/settings/share?${about.toString()}">Share</a>`;
}

/** Links of which one is current, such as for the unit of a chart. */
export function choicesOf(
  label: string,
  choices: readonly { readonly href: string; readonly words: string; readonly isCurrent: boolean }[],
): Markup {
  const links = choices.map(({ href, words, isCurrent }) => choice(href, words, isCurrent));
  return html`<nav class="choices" aria-label="${label}">${links}</nav>`;
}

function choice(href: string, words: string, isCurrent: boolean): Markup {
  return isCurrent
    ? html`<a href="${href}" data-view aria-current="true">${words}</a>`
    : html`<a href="${href}" data-view>${words}</a>`;
}

/** Any first and last day. What else the URL says goes along. */
function daysForm({ path, parameters, range, today }: View): Markup {
  const kept = Object.entries(parameters)
    .filter(([name]) => !["range", "from", "to", "notice"].includes(name))
    .flatMap(([name, values]) =>
      values.map((value) => html`<input type="hidden" name="${name}" value="${value}">`),
    );
  return html`<form class="days" method="get" action="${path}" data-view>${kept}
<label><span>From</span> <input type="date" name="from" value="${range.from}" max="${today}" required></label>
<label><span>To</span> <input type="date" name="to" value="${range.to}" max="${today}" required></label>
<button>Show</button></form>`;
}
