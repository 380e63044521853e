import { html, type Markup } from "../../../../src/report/index.ts";
import type { Attempt } from "../../store/index.ts";
import { timeOf } from "../site/index.ts";
import { answerText } from "./words.ts";

/** What became of the last attempt to reach a channel, and when. */
export function attemptLine(attempt: Attempt | undefined, now: number): Markup {
  if (attempt === undefined) return html`<span class="soft">Nothing was sent to it yet.</span>`;
  const isDelivered = attempt.answer === "delivered";
  return html`<span class="badge ${isDelivered ? "good" : "bad"}">${isDelivered ? "delivered" : "not delivered"}</span> ${isDelivered ? "" : `${answerText(attempt)} `}<span class="soft">${timeOf(attempt.at, now)}</span>`;
}
