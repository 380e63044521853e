import type { FastifyReply } from "fastify";
import { html, type Markup } from "../../../src/report/index.ts";

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
  /** Whether somebody is signed in, who may add machines and sign out. */
  readonly isSignedIn?: boolean;
  readonly script?: string;
}

export function sendPage(
  reply: FastifyReply,
  { title, body, status = 200, isSignedIn = false, script }: Page,
): FastifyReply {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} - agent-usage collector</title>
<link rel="stylesheet" href="/assets/style.css">
${script === undefined ? "" : html`<script src="${script}" defer></script>`}
</head>
<body>
<header class="bar"><a href="/">agent-usage collector</a>${isSignedIn ? ACTIONS : ""}</header>
<main>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
  return reply.code(status).headers(HEADERS).type("text/html; charset=utf-8").send(page.toString());
}

const ACTIONS = html`<nav aria-label="Actions"><form method="post" action="/invite"><button>Add a machine</button></form>
<form method="post" action="/logout"><button class="plain-button">Sign out</button></form></nav>`;
