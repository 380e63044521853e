import { gzipSync } from "node:zlib";
import type { FastifyReply, FastifyRequest } from "fastify";
import { html, type Markup } from "../../../../src/report/index.ts";
import { wholeDays, wholeTime, zoneWords } from "../../../../src/text/times.ts";
import { isAllowed } from "../../auth/index.ts";
import { type Answer, bytesOf, sendAnswer, type Visitor } from "../../server/index.ts";
import { assetsOf } from "./assets.ts";
import { NAV, type NavName } from "./nav.ts";
import type { Notice } from "./notices.ts";

/** No script or style of a page comes from elsewhere, and no other site can frame it. */
const HEADERS = {
  "content-security-policy":
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "cache-control": "no-store",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
} as const;

export interface Page {
  readonly title: string;
  readonly body: Markup;
  readonly status?: number;
  /** Which of the pages in the navigation it belongs to. */
  readonly nav?: NavName;
  /** Who is signed in. Without one, there is no navigation. */
  readonly visitor?: Visitor;
  /** What a form has done. */
  readonly notice?: Notice | undefined;
  /** When its figures were read, in epoch milliseconds. Without it, the page says no time, and stays as it is. */
  readonly madeAt?: number;
  /** Its script: that of most pages, unless it is the page to sign in. */
  readonly script?: "client" | "login";
}

export function sendPage(reply: FastifyReply, page: Page): FastifyReply {
  return sendAnswer(reply, pageAnswer(page, isZipped(reply.request)));
}

/** Whether a browser takes gzip. */
export function isZipped({ headers }: FastifyRequest): boolean {
  return /\bgzip\b/.test(String(headers["accept-encoding"] ?? ""));
}

export function pageAnswer(page: Page, isCompressed: boolean): Answer {
  const { title, body, status = 200, notice, visitor, madeAt } = page;
  const { script = visitor === undefined ? undefined : "client" } = page;
  const paths = assetsOf();
  const text = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="What is left of each limit, and what each machine used and cost.">
<title>${title} - agent-usage collector</title>
<link rel="icon" href="${paths.icon}">
<link rel="stylesheet" href="${paths.style}">
${script === undefined ? "" : html`<script type="module" src="${paths[script]}"></script>`}
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
${headerOf(page)}
<main id="content" tabindex="-1"${madeAt === undefined ? "" : html` data-live`}>
${notice === undefined ? "" : noticeLine(notice)}
<h1>${title}</h1>
${madeAt === undefined ? "" : madeLine(madeAt)}
${body}
</main>
</body>
</html>
`;
  return { status, ...encoded(text.toString(), isCompressed) };
}

/** No page holds a secret beside a text that others chose, so its compressed size gives nothing away. */
function encoded(text: string, isCompressed: boolean): Pick<Answer, "headers" | "body"> {
  const headers = { ...HEADERS, "content-type": "text/html; charset=utf-8", vary: "accept-encoding, cookie" };
  return isCompressed
    ? { headers: { ...headers, "content-encoding": "gzip" }, body: new Uint8Array(gzipSync(text)) }
    : { headers, body: bytesOf(text) };
}

function headerOf({ visitor, nav }: Page): Markup {
  if (visitor?.kind === "share")
    return html`<header class="bar"><span class="brand">${BRAND}</span>
<span class="you soft">Shared with you: ${wholeDays(visitor.from, visitor.to)}</span></header>`;
  const brand = html`<a class="brand" href="/">${BRAND}</a>`;
  if (visitor === undefined) return html`<header class="bar">${brand}</header>`;
  const links = NAV.map(([name, path]) =>
    name === nav
      ? html`<a href="${path}" aria-current="page">${name}</a>`
      : html`<a href="${path}">${name}</a>`,
  );
  return html`<header class="bar">${brand}
<nav class="pages" aria-label="Pages">${links}</nav>
<div class="you">${isAllowed(visitor, "change") ? ADD : ""}<span class="who">${visitor.name}${visitor.role === "viewer" ? html` <span class="soft">viewer</span>` : ""}</span>
${visitor.session === null ? "" : SIGN_OUT}</div></header>`;
}

/** A phone's head has room for the first word alone. */
const BRAND = html`agent-usage<span class="roomy"> collector</span>`;

const SIGN_OUT = html`<form method="post" action="/logout"><button class="plain-button">Sign out</button></form>`;

const ADD = html`<form method="post" action="/invite"><button>Add a machine</button></form>`;

function noticeLine({ text, isFailure }: Notice): Markup {
  return html`<p class="notice${isFailure ? " failed" : ""}" role="${isFailure ? "alert" : "status"}">${text}</p>`;
}

/** The time of a page's figures, in the server's zone. The script adds how long ago that is. */
function madeLine(at: number): Markup {
  const instant = new Date(at).toISOString();
  return html`<p class="soft made"><span><time datetime="${instant}" title="${instant}">${wholeTime(at)}</time> (${zoneWords()})</span> <span data-age></span></p>`;
}
