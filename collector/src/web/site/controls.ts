import { html, type Markup } from "../../../../src/report/index.ts";
import { GROUPINGS_SHOWN, type PageGrouping } from "./query.ts";
import { RANGES, type RangeName } from "./range.ts";
import { hrefWith, type View } from "./view.ts";

const RANGE_WORDS = {
  "7d": ["7 d", "7 days"],
  "30d": ["30 d", "30 days"],
  "90d": ["90 d", "90 days"],
  "1y": ["1 y", "A year"],
} as const satisfies Readonly<Record<RangeName, readonly [string, string]>>;
const GROUPING_WORDS = { model: "Model", machine: "Machine", account: "Account" } as const;

/**
 * Which days are shown, and how they are grouped.
 * @param by what is shown now. Without it, there is no choice
 */
export function controlsOf(view: View, by?: PageGrouping): Markup {
  if (view.visitor.kind === "share") return html``;
  const names = Object.keys(RANGES) as RangeName[];
  const ranges = names.map((name) => {
    const [short, long] = RANGE_WORDS[name];
    return choice(hrefWith(view, { range: name }), short, view.range.name === name, long);
  });
  const groupings = GROUPINGS_SHOWN.map((name) =>
    choice(hrefWith(view, { by: name }), GROUPING_WORDS[name], by === name),
  );
  return html`<div class="controls">
<nav class="choices" aria-label="Range">${ranges}</nav>
${daysForm(view)}
${by === undefined ? "" : html`<nav class="choices" aria-label="Group by">${groupings}</nav>`}
</div>`;
}

function choice(href: string, words: string, isCurrent: boolean, label = words): Markup {
  return isCurrent
    ? html`<a href="${href}" aria-current="true" aria-label="${label}">${words}</a>`
    : html`<a href="${href}" aria-label="${label}">${words}</a>`;
}

/** Any first and last day. What else the URL says goes along. */
function daysForm({ path, parameters, range, today }: View): Markup {
  const kept = Object.entries(parameters)
    .filter(([name]) => !["range", "from", "to", "notice"].includes(name))
    .flatMap(([name, values]) =>
      values.map((value) => html`<input type="hidden" name="${name}" value="${value}">`),
    );
  return html`<form class="days" method="get" action="${path}" data-submit-on-change>${kept}
<label>From <input type="date" name="from" value="${range.from}" max="${today}" required></label>
<label>To <input type="date" name="to" value="${range.to}" max="${today}" required></label>
<button>Show</button></form>`;
}
