import { html, type Markup } from "../../../../src/report/index.ts";
import { duration } from "../../../../src/text/times.ts";
import type { AlertEntry, Attempt, Delivery } from "../../store/index.ts";
import { type Cell, columnsOf, type Table, timeOf } from "../site/index.ts";
import { answerText, STATUS_NAMES } from "./words.ts";

/** One row for each alert, with its deliveries. */
export function historyTable(entries: readonly AlertEntry[]): Table {
  return {
    name: "alerts",
    caption: "Alerts",
    columns: columnsOf({ at: "When", title: "Alert", text: "Text", delivery: "Delivery" }, [
      "title",
      "text",
      "delivery",
    ]),
    rows: entries.map((entry): Cell[] => [
      new Date(entry.at).toISOString(),
      entry.title,
      entry.body,
      entry.deliveries
        .map((delivery) => `${delivery.channelName}: ${STATUS_NAMES[delivery.status]}`)
        .join("; "),
    ]),
  };
}

/** The same as a list in which each delivery opens to its attempts. */
export function historyList(entries: readonly AlertEntry[], now: number): Markup {
  const items = entries.map(
    (entry) => html`<li><div class="alert-head">${timeOf(entry.at, now)} <strong>${entry.title}</strong></div>
<p class="soft">${entry.body}</p>
${entry.muted ? html`<p class="soft">Muted: sent to nobody.</p>` : entry.deliveries.length === 0 ? html`<p class="soft">No channel was on.</p>` : ""}
${deliveriesOf(entry.deliveries, now)}</li>`,
  );
  return html`<ol class="alerts">${items}</ol>`;
}

/** One line for all that were delivered at once; one for each that was not. */
function deliveriesOf(deliveries: readonly Delivery[], now: number): Markup {
  const isSmooth = ({ status, attempts }: Delivery) => status === "delivered" && attempts.length === 1;
  const smooth = deliveries.filter(isSmooth);
  const [first] = smooth;
  if (first === undefined || smooth.length === 1)
    return html`${deliveries.map((delivery) => deliveryOf(delivery, now))}`;
  const rows = smooth.flatMap(({ channelName, attempts }) =>
    attempts.map((attempt) => attemptLine(attempt, now, channelName)),
  );
  return html`<details><summary>${smooth.map(({ channelName }) => channelName).join(", ")} <span class="badge good">${STATUS_NAMES.delivered}</span></summary><ol class="attempts">${rows}</ol></details>
${deliveries.filter((delivery) => !isSmooth(delivery)).map((delivery) => deliveryOf(delivery, now))}`;
}

function attemptLine(attempt: Attempt, now: number, name = ""): Markup {
  return html`<li>${timeOf(attempt.at, now)} ${name === "" ? "" : html`${name}: `}${answerText(attempt)} <span class="soft">in ${lengthOf(attempt.durationMs)}</span></li>`;
}

function deliveryOf({ channelName, status, attempts, nextAt }: Delivery, now: number): Markup {
  const tone = status === "delivered" ? "good" : status === "pending" ? "warn" : "bad";
  const next =
    status === "pending" && nextAt > now ? html`<p class="soft">Next try ${timeOf(nextAt, now)}.</p>` : "";
  const rows = attempts.map((attempt) => attemptLine(attempt, now));
  const tried =
    rows.length === 0 ? html`<p class="soft">Not tried yet.</p>` : html`<ol class="attempts">${rows}</ol>`;
  const last = attempts.at(-1);
  return html`<details><summary>${channelName} <span class="badge ${tone}">${STATUS_NAMES[status]}</span>${last !== undefined && status !== "delivered" ? html` <span class="soft">${answerText(last)}</span>` : ""}</summary>${tried}${next}</details>`;
}

function lengthOf(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : ms < 60_000 ? `${(ms / 1_000).toFixed(1)} s` : duration(ms);
}
