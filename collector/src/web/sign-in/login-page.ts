import type { FastifyReply } from "fastify";
import { html, type Markup } from "../../../../src/report/index.ts";
import { sendPage } from "../site/index.ts";
import type { Failure } from "./sign-in.ts";

export interface LoginPage {
  /** Where to go afterwards. */
  readonly next: string;
  /** As it was entered. */
  readonly name?: string;
  readonly failure?: Failure;
  /** Of the OpenID Connect provider. */
  readonly host?: string | undefined;
  /** Why the provider signed nobody in, and the status to say so with. */
  readonly problem?: ProviderProblem;
}

export interface ProviderProblem {
  readonly words: string;
  readonly status: 400 | 401 | 403 | 429 | 503;
}

/** How long to wait, in seconds. */
const RETRY_AFTER_S = { too_many: "60", busy: "5" } as const;

const FAILURES = {
  link: "This link has expired or was used. Ask an admin for a new one.",
  password: "The name or the password is wrong.",
  too_many: "Too many attempts. Wait a minute, then try again.",
  busy: "Too many people are signing in at this moment. Try again in a few seconds.",
} as const;

const STATUSES = { wrong: 401, too_many: 429, busy: 503 } as const;

/** The page to sign in. It says the same of names that are known and of those that are not. */
export function loginPage(
  reply: FastifyReply,
  { next, name = "", failure, host, problem }: LoginPage,
): FastifyReply {
  const wait = problem?.status === 429 ? "too_many" : failure?.status;
  if (wait === "too_many" || wait === "busy") reply.header("retry-after", RETRY_AFTER_S[wait]);
  const words = failure && FAILURES[failure.status === "wrong" ? failure.way : failure.status];
  const alert = (way: Failure["way"]) =>
    words !== undefined && failure?.way === way ? html`<p class="error" role="alert">${words}</p>` : html``;
  const body = html`<section class="card sign-in">${host === undefined ? "" : byProvider(host, next, problem)}
<form method="post" action="/login">${alert("password")}${hiddenNext(next)}
<label for="name">Name</label>
<input id="name" name="name" autocomplete="username" spellcheck="false" autocapitalize="none" maxlength="128" value="${name}" required>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" maxlength="256" required>
<button class="main">Sign in</button>
</form>
<form method="post" action="/login" class="by-link">${hiddenNext(next)}
<h2>Sign in with a link</h2>
${alert("link")}
<p class="soft">Open the link that you were given, or paste the part after its # here.</p>
<label for="code">Code</label>
<input id="code" name="code" autocomplete="off" spellcheck="false" autocapitalize="none" required>
<button>Sign in with the code</button>
<p class="soft">No link? Ask an admin, or run <code>agent-usage-collector admin</code> on the collector's machine.</p>
</form>
</section>`;
  const status = problem?.status ?? (failure === undefined ? 200 : STATUSES[failure.status]);
  return sendPage(reply, { title: "Sign in", body, status, script: "login" });
}

/** A link and no form: Chromium lets a form of these pages (`form-action 'self'`) lead to no other server, also not by a redirect. */
function byProvider(host: string, next: string, problem: ProviderProblem | undefined): Markup {
  const query = next === "/" ? "" : `?${new URLSearchParams({ next }).toString()}`;
  return html`
<div class="by-provider">${problem === undefined ? "" : html`<p class="error" role="alert">${problem.words}</p>`}
<a class="button main" href="/login/oidc${query}">Sign in with ${host}</a></div>`;
}

function hiddenNext(next: string): Markup {
  return next === "/" ? html`` : html`<input type="hidden" name="next" value="${next}">`;
}
