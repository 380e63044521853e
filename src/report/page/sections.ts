import { daysFrom } from "../../base/calendar.ts";
import { plural } from "../../base/words.ts";
import { tokensOf } from "../../contract/index.ts";
import { entriesOf, groupsOf, type Sum, sumOf } from "../groups.ts";
import type { LimitView } from "../limits/view.ts";
import { html, type Markup } from "../markup.ts";
import { barsOf } from "./bars.ts";
import { chartOf } from "./chart.ts";
import { columnsOf } from "./columns.ts";
import { courseOf } from "./course.ts";
import type { PageFacts } from "./facts.ts";
import { familyOf } from "./families.ts";
import { heatMap } from "./heat-map.ts";
import { measureOf } from "./measure.ts";
import { panel } from "./panel.ts";
import { Stack } from "./stack.ts";
import { figuresTable, projectsTable } from "./tables.ts";

/** What was used, where, when and by which model. Without usage, what to do next. */
export function usage({ days, placed, by, now, refresh }: PageFacts): Markup {
  const entries = entriesOf(days);
  const total = sumOf(entries);
  if (!isUsed(total)) return nothingYet(days.length, refresh);
  const measure = measureOf(total);
  const stack = new Stack(entries, { key: "model", nameOf: familyOf }, measure);
  const columns = columnsOf(entries, days, [by, "model"], now);
  const projects = groupsOf(placed, ["project"]);
  const span = plural(daysFrom(days[0]?.day ?? "", days.at(-1)?.day ?? "").length, "day");
  const unplaced = html`<p class="soft">No transcripts of these days are left. Projects and hours are read from them, and kept nowhere.</p>`;
  return html`<div class="panels">
${panel("by-time", `${measure.name} by ${by}, last ${plural(columns.length, by)}`, chartOf(columns, by, measure, stack), "wide")}
${panel("where", `Where it went, ${span}`, placed.length === 0 ? unplaced : barsOf(projects, "project", measure))}
${panel("when", `When, ${span}`, placed.length === 0 ? unplaced : heatMap(placed, measure), "wide")}
${panel(
  "models",
  `By model, ${span}`,
  barsOf(groupsOf(entries, ["model"]), "model", measure, ({ value }) => stack.classOf(familyOf(value))),
)}
</div>`;
}

/** All figures, the newest first, and all projects. */
export function tables({ days, placed, by }: PageFacts): Markup {
  const entries = entriesOf(days);
  if (!isUsed(sumOf(entries))) return html``;
  const measure = measureOf(sumOf(entries));
  return html`<section aria-labelledby="figures"><h2 id="figures" class="hidden">Figures</h2>
${figuresTable(groupsOf(entries, [by, "model"], days), [by, "model"], measure)}
${placed.length === 0 ? "" : projectsTable(groupsOf(placed, ["project"]), measure)}
</section>`;
}

function isUsed({ counts }: Sum): boolean {
  return tokensOf(counts) > 0 || counts.requests > 0;
}

/** How each limit was used, against an even pace. */
export function courses(views: readonly LimitView[], now: number, timeZone?: string): Markup {
  const drawn = views.flatMap((view) => courseOf(view, now, timeZone) ?? []);
  if (drawn.length === 0) return html``;
  const key = (name: string, text: string) =>
    html`<li><svg aria-hidden="true" viewBox="0 0 20 10"><path class="${name}" d="M0 5H20"/></svg>${text}</li>`;
  return panel(
    "pace",
    "Limits against an even pace",
    html`<div class="courses">${drawn}</div>
<ul class="legend" role="list" aria-label="Lines">${key("line", "used, from 0 to 100%")}${key("even", "an even pace")}${key("ahead", "forecast")}</ul>`,
  );
}

function nothingYet(days: number, refresh: string): Markup {
  const what = days === 0 ? "No record of these days yet." : "Nothing was used on these days.";
  const next = html`<p>${what} Use the coding agent, then run: <code>${refresh}</code></p>`;
  return html`<div class="panels">${panel("by-time", "Usage", next)}</div>`;
}
