import { HOUR_MS } from "../../../../src/base/durations.ts";
import { html, type Markup } from "../../../../src/report/index.ts";
import { fieldOf } from "../site/index.ts";

/** How many hours a machine may be silent. */
const HOURS = [1, 2, 6, 12, 24, 72, 168] as const;

/**
 * The form that watches a machine, for its page and for Alerts. It is sent to `/alerts/silence`.
 * @param afterMs how long it may be silent now; undefined if it is not watched
 */
export function silenceForm(machine: string, afterMs: number | undefined): Markup {
  const id = `silence-${machine}`;
  return html`<form class="inline-form" method="post" action="/alerts/silence"><input type="hidden" name="machine" value="${machine}">
<div><label for="${id}">Warn when silent for</label> <select id="${id}" name="after"><option value="">Never</option>${silenceOptions((afterMs ?? 0) / HOUR_MS)}</select></div>
<button>Save</button></form>`;
}

/** @param chosen in hours */
export function silenceOptions(chosen: number): Markup {
  return html`${HOURS.map(
    (hours) =>
      html`<option value="${hours}"${hours === chosen ? html` selected` : ""}>${nameOf(hours)}</option>`,
  )}`;
}

function nameOf(hours: number): string {
  if (hours < 24) return hours === 1 ? "1 hour" : `${hours} hours`;
  return hours === 24 ? "1 day" : `${hours / 24} days`;
}

/** What the form says; undefined if it is wrong. `afterMs`: null to watch no more. */
export function readSilence(form: URLSearchParams): { machine: string; afterMs: number | null } | undefined {
  const [machine, after] = [fieldOf(form, "machine"), fieldOf(form, "after")];
  const hours = HOURS.find((each) => String(each) === after);
  if (hours === undefined && after !== "") return undefined;
  return { machine, afterMs: hours === undefined ? null : hours * HOUR_MS };
}
