import { createHash } from "node:crypto";
import { TIME_ZONE } from "../base/calendar.ts";
import { type Item, type LimitsResult, totalOf } from "../contract/index.ts";
import { short } from "../text/numbers.ts";
import { localTime } from "../text/times.ts";
import { chartOf } from "./chart.ts";
import { itemName, resetOf, severityWord, toneOf, whyNotFresh } from "./limits-words.ts";
import { escaped } from "./markup.ts";
import { type Row, rowsOf, withTokens } from "./rows.ts";
import { STYLE } from "./style.ts";
import type { DayUse } from "./use.ts";

export interface PageFacts {
  readonly days: readonly DayUse[];
  /** The program's name. */
  readonly program: string;
  /** As they are pushed; undefined before the first beat. */
  readonly limits: LimitsResult | undefined;
  /** The time of the last beat, in epoch milliseconds. */
  readonly beatAt: number;
  /** The machine's display name. */
  readonly label: string;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly timeZone?: string;
}

/** The report as one self-contained page: no network, no script, no image. */
export function pageOf(facts: PageFacts): string {
  const { program, days, label, now, timeZone } = facts;
  const hash = createHash("sha256").update(STYLE).digest("base64");
  const policy = `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`;
  const name = escaped(`${program} on ${label}`);
  const made = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    dateStyle: "medium",
    timeStyle: "short",
  }).format(now);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${name}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${name}</h1>
<p class="soft">As of ${escaped(made)}, local time. Days are in ${TIME_ZONE} time.</p>
${limitsSection(facts)}
<section aria-labelledby="tokens">
<h2 id="tokens">Tokens by day and model</h2>
${days.length === 0 ? "<p>No record of these days.</p>" : `${chartOf(days)}\n${tableOf(days)}`}
</section>
</main>
</body>
</html>
`;
}

function limitsSection({ limits, beatAt, now, timeZone }: PageFacts): string {
  if (limits === undefined) return "";
  const time = (at: number) => localTime(at, now, timeZone);
  const why = whyNotFresh(limits, beatAt, now, timeZone);
  const asOf = why ?? (limits.fetchedAt === null ? "" : `As of ${time(Date.parse(limits.fetchedAt))}.`);
  const items = limits.items.map((item) => limitOf(item, now, time));
  if (why === undefined && items.length === 0) items.push("<p>None.</p>");
  return `<section aria-labelledby="limits">
<h2 id="limits">Plan limits</h2>
${asOf === "" ? "" : `<p class="soft">${escaped(asOf)}</p>`}
${items.join("\n")}
</section>`;
}

function limitOf(item: Item, now: number, time: (at: number) => string): string {
  const { percent } = item;
  const at = resetOf(item);
  const reset = at === undefined ? undefined : `${at > now ? "resets" : "reset at"} ${time(at)}`;
  const words = [severityWord(item), reset].filter((text) => text !== undefined).join("; ");
  const figure = percent === undefined ? "unknown" : `${percent}%`;
  const gauge =
    percent === undefined
      ? ""
      : `<svg height="10" aria-hidden="true"><rect class="track" width="100%" height="10" rx="5"/><rect class="${toneOf(item)}" width="${percent}%" height="10" rx="5"/></svg>`;
  return `<div class="limit"><p><span>${escaped(itemName(item))}</span> <b>${figure}</b></p>
${gauge}${words === "" ? "" : `<p class="soft">${escaped(words)}</p>`}</div>`;
}

const STATES = { frozen: "final", open: "not final yet" } as const;
const HEADS = "Day,State,Model,Requests,Input,Output,Cache written,Cache read,Tokens".split(",");

function tableOf(days: readonly DayUse[]): string {
  const rows = rowsOf(days, "day and model");
  const total = withTokens(totalOf(days.map((day) => day.total)));
  const heads = HEADS.map((name) => `<th scope="col">${name}</th>`).join("");
  const body = rows.map(
    (row) =>
      `<tr><th scope="row">${row.day}</th><td>${STATES[row.state ?? "open"]}</td><th scope="row" class="name">${escaped(row.model ?? "")}</th>${figures(row)}</tr>`,
  );
  return `<h3 id="figures">All figures</h3>
<p class="soft">Requests, and the four kinds of tokens. Final days are over and their record does not change.</p>
<div class="scroll" role="region" aria-labelledby="figures" tabindex="0"><table aria-labelledby="figures">
<thead><tr>${heads}</tr></thead>
<tbody>
${body.join("\n")}
</tbody>
<tfoot><tr><th scope="row" colspan="3">Total (${short(total.tokens)})</th>${figures(total)}</tr></tfoot>
</table></div>`;
}

const number = new Intl.NumberFormat("en");

function figures(row: Omit<Row, "day" | "state" | "model">): string {
  const { requests, inputTokens, outputTokens, cacheCreationTokens, cacheReadTokens, tokens } = row;
  return [requests, inputTokens, outputTokens, cacheCreationTokens, cacheReadTokens, tokens]
    .map((count) => `<td>${number.format(count)}</td>`)
    .join("");
}
