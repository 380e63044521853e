import type { FastifyReply } from "fastify";
import { html, type Markup } from "../../../../src/report/index.ts";
import { API_ERRORS, type ApiErrorCode } from "../../api/index.ts";
import { type Answer, sendAnswer, type Visitor } from "../../server/index.ts";
import { isZipped, pageAnswer } from "./page.ts";

/** What people read, where the words for programs do not say enough. */
const WORDS: Partial<Record<ApiErrorCode, readonly [title: string, text: string]>> = {
  invalid_query: ["This address is not quite right", "Part of it cannot be read."],
  invalid_token: ["You are not signed in", "Your session has ended. Sign in, then try again."],
  forbidden: [
    "You cannot do this",
    "This needs an admin. Ask one of them to do it, or to make you an admin.",
  ],
  not_found: ["There is no such page", "It may have been moved or removed."],
  method_not_allowed: ["There is no such page", "This address only takes forms."],
  too_many_requests: ["Too many attempts", "Wait a minute, then try again."],
  too_large: ["The form is too large", "Shorten what you entered, then send it again."],
  unsupported_media_type: ["This is not a form", "The address only takes the forms of its pages."],
  internal: ["Something went wrong", "This is a bug. The collector's log says where it happened."],
  unavailable: [
    "The database cannot be reached",
    "No figures can be shown until it is back. Machines keep their figures and send them again, so nothing is lost.",
  ],
};
/** A page that is asked for again after this many seconds may work. */
const RETRY_AFTER_S = "30";

export interface ErrorDetail {
  readonly title?: string;
  readonly text?: string | Markup;
  /** Whose frame it has, if that is known. */
  readonly visitor?: Visitor;
}

/** Answers with a page that says what went wrong. */
export function sendErrorPage(reply: FastifyReply, code: ApiErrorCode, detail?: ErrorDetail): FastifyReply {
  return sendAnswer(reply, errorPage(code, detail, isZipped(reply.request)));
}

export function errorPage(
  code: ApiErrorCode,
  { title, text, visitor }: ErrorDetail = {},
  isCompressed: boolean,
): Answer {
  const { status, message } = API_ERRORS[code];
  const [usualTitle, usualText] = WORDS[code] ?? ["Something went wrong", message];
  const way =
    code === "invalid_token"
      ? html`<a class="button" href="/login">Sign in</a>`
      : html`<a class="button" href="/">Go to the overview</a>`;
  const body = html`<section class="card failure"><p class="soft">Error ${status}</p><p>${text ?? usualText}</p>${way}</section>`;
  const page = { title: title ?? usualTitle, body, status, ...(visitor && { visitor }) };
  const { headers, ...answer } = pageAnswer(page, isCompressed);
  const later = code === "unavailable" ? { "retry-after": RETRY_AFTER_S } : {};
  return { ...answer, headers: { ...headers, ...later } };
}
