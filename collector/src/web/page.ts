import type { FastifyReply } from "fastify";
import { type Html, html } from "./html.ts";

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
  readonly body: Html;
  readonly status?: number;
  /** Whether to offer to sign out. */
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
<title>${title} - agent-usage</title>
<link rel="stylesheet" href="/assets/style.css">
${script === undefined ? undefined : html`<script src="${script}" defer></script>`}
</head>
<body>
<header><h1>${title}</h1>${isSignedIn ? html`<form method="post" action="/logout"><button>Sign out</button></form>` : undefined}</header>
<main>
${body}
</main>
</body>
</html>
`;
  return reply.code(status).headers(HEADERS).type("text/html; charset=utf-8").send(page.text);
}
