import { html, type Markup } from "../../../../src/report/index.ts";
import { localTime, wholeTime } from "../../../../src/text/times.ts";

/** A time as people read it, in the server's zone unless another is given; the whole date where the pointer rests. */
export function timeOf(at: number, now: number, timeZone?: string): Markup {
  return html`<time datetime="${new Date(at).toISOString()}" title="${wholeTime(at, timeZone)}">${localTime(at, now, timeZone)}</time>`;
}
