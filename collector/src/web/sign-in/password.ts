import { HOUR_MS } from "../../../../src/base/durations.ts";
import { html, type Markup } from "../../../../src/report/index.ts";
import { MIN_PASSWORD_LENGTH, type PasswordProblem, passwordProblem } from "../../auth/index.ts";
import type { ServerContext } from "../../server/index.ts";
import type { Session } from "../../store/index.ts";
import { type Done, fieldOf, type Rendered, type SitePages, type Visit } from "../site/index.ts";
import { checkPassword, freshSession } from "./sign-in.ts";

/** How long after a link was followed no old password is asked for, in milliseconds. */
const FRESH_MS = HOUR_MS;

const PROBLEMS: Readonly<Record<PasswordProblem, string>> = {
  too_short: `Use at least ${MIN_PASSWORD_LENGTH} characters. Four words are easy to remember.`,
  too_long: "Use at most 256 characters.",
  common: "This password is easy to guess: it is common, a pattern, or your name. Use another one.",
};

const UNCHECKED = {
  wrong: { words: "This is not your password.", code: 422 },
  too_many: { words: "Too many attempts. Wait a minute, then try again.", code: 429 },
  busy: { words: "The collector is busy. Try again in a few seconds.", code: 503 },
} as const;

type Problem = {
  readonly field: "current" | "password";
  readonly words: string;
  readonly code: 422 | 429 | 503;
};

/** `/password`: the visitor's own. */
export function routePassword(pages: SitePages, context: ServerContext): void {
  pages.get("/password", "self", async (visit) => {
    const own = await ownAccount(visit);
    return own === undefined ? foreignAccount() : passwordPage(own);
  });

  pages.post("/password", "self", async (form, visit): Promise<Rendered | Done> => {
    const own = await ownAccount(visit);
    if (own === undefined) return { ...foreignAccount(), code: 403 };
    const password = fieldOf(form, "password");
    const wrong = passwordProblem(password, own.name);
    if (wrong !== undefined)
      return passwordPage(own, { field: "password", words: PROBLEMS[wrong], code: 422 });
    if (own.needsOld) {
      const checked = await checkPassword(
        own.name,
        fieldOf(form, "current"),
        own.passwordHash,
        // A session of the very person: strangers cannot use up its guesses.
        { from: visit.actor.from ?? "", known: own.session },
        context,
      );
      if (checked !== "right") return passwordPage(own, { field: "current", ...UNCHECKED[checked] });
    }
    const hash = await context.passwords.hash(password, { from: visit.actor.from ?? "", isKnown: true });
    if (hash === undefined) return passwordPage(own, { field: "password", ...UNCHECKED.busy });
    const { secret, session } = freshSession("password", visit, context);
    const change = { before: own.passwordHash, session: own.session, renewed: session };
    // Somebody else changed it at the same time, which ended this session.
    if (!(await visit.store.secrets.setPassword(own.name, hash, visit.actor, change)))
      return { status: "done", to: "/login" };
    return {
      status: "done",
      to: own.isFirst ? "/" : "/settings",
      notice: own.isFirst ? "password_set" : "password_changed",
      session: secret,
    };
  });
}

interface Account {
  readonly name: string;
  readonly passwordHash: string | null;
  /** The clear characters of the session. */
  readonly session: string;
  readonly needsOld: boolean;
  readonly isFirst: boolean;
}

/** The account of somebody who signed in here. Undefined for those whom a provider or a proxy signs in. */
async function ownAccount({ store, visitor, now }: Visit): Promise<Account | undefined> {
  if (visitor.kind !== "person" || visitor.session === null) return undefined;
  const person = await store.secrets.personNamed(visitor.name);
  const session = (await store.secrets.sessionsOf(visitor.name, now)).find(
    ({ prefix }) => prefix === visitor.session,
  );
  if (person === undefined || session === undefined || session.method === "provider") return undefined;
  const isFirst = !person.hasPassword;
  return {
    name: person.name,
    passwordHash: person.passwordHash,
    session: session.prefix,
    isFirst,
    needsOld: !isFirst && !isFresh(session, now),
  };
}

/** An admin's link is for those who forgot their password. */
function isFresh({ method, createdAt }: Session, now: number): boolean {
  return method === "link" && now - createdAt < FRESH_MS;
}

function foreignAccount(): Rendered & { status: "page" } {
  const body = html`<section class="card sign-in"><p>You sign in elsewhere, so your password is kept there. To change it, go to where you sign in.</p>
<p><a class="button" href="/settings">Back to the settings</a></p></section>`;
  return { status: "page", title: "Password", nav: "Settings", body };
}

function passwordPage(own: Account, problem?: Problem): Rendered {
  const title = own.isFirst ? "Choose a password" : "Change your password";
  const intro = own.isFirst
    ? html`<p>Welcome, ${own.name}. With a password you can sign in from any browser.</p>`
    : html`<p>Every other browser that you signed in with is signed out.</p>`;
  const body = html`<section class="card sign-in">${intro}
<form method="post" action="/password">
<input class="hidden" name="name" autocomplete="username" value="${own.name}" readonly tabindex="-1" aria-hidden="true">
${own.needsOld ? passwordField("current", "Current password", "current-password", problem) : ""}
${passwordField("password", "New password", "new-password", problem)}
<p class="hint" id="rule">At least ${MIN_PASSWORD_LENGTH} characters. Spaces and any characters are fine.</p>
<button class="main">${own.isFirst ? "Set the password" : "Change the password"}</button>
<a class="button" href="${own.isFirst ? "/" : "/settings"}">${own.isFirst ? "Later" : "Cancel"}</a>
</form></section>`;
  return {
    status: "page",
    title,
    nav: "Settings",
    body,
    ...(problem !== undefined && { code: problem.code }),
  };
}

function passwordField(
  name: Problem["field"],
  label: string,
  autocomplete: string,
  problem: Problem | undefined,
): Markup {
  const isWrong = problem?.field === name;
  const error = isWrong ? html`<p class="error" role="alert" id="${name}-error">${problem.words}</p>` : "";
  const described = [isWrong ? `${name}-error` : "", name === "password" ? "rule" : ""].filter(Boolean);
  return html`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="password" autocomplete="${autocomplete}" maxlength="256" required${
    described.length > 0 ? html` aria-describedby="${described.join(" ")}"` : ""
  }${isWrong ? html` aria-invalid="true"` : ""}>${error}`;
}
