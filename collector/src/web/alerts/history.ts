import { html, type Markup } from "../../../../src/report/index.ts";
import { duration } from "../../../../src/text/times.ts";
import type { AlertEntry, Delivery } from "../../store/index.ts";
import { type Cell, columnsOf, type Table } from "../site/index.ts";
import { answerText, STATUS_NAMES, timeOf } from "./words.ts";

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
${entry.deliveries.map((delivery) => deliveryOf(delivery, now))}</li>`,
  );
  return html`<ol class="alerts">${items}</ol>`;
}

function deliveryOf({ channelName, status, attempts, nextAt }: Delivery, now: number): Markup {
  const tone = status === "delivered" ? "good" : status === "pending" ? "warn" : "bad";
  const next =
    status === "pending" && nextAt > now ? html`<p class="soft">Next try ${timeOf(nextAt, now)}.</p>` : "";
  const rows = attempts.map(
    (attempt) =>
      html`<li>${timeOf(attempt.at, now)} ${answerText(attempt)} <span class="soft">in ${lengthOf(attempt.durationMs)}</span></li>`,
  );
  const tried =
    rows.length === 0 ? html`<p class="soft">Not tried yet.</p>` : html`<ol class="attempts">${rows}</ol>`;
  const last = attempts.at(-1);
  return html`<details><summary>${channelName} <span class="badge ${tone}">${STATUS_NAMES[status]}</span>${last !== undefined && status !== "delivered" ? html` <span class="soft">${answerText(last)}</span>` : ""}</summary>${tried}${next}</details>`;
}

function lengthOf(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : ms < 60_000 ? `${(ms / 1_000).toFixed(1)} s` : duration(ms);
}
