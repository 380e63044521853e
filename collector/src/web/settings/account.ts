import { html, type Markup } from "../../../../src/report/index.ts";
import type { Actor, Session } from "../../store/index.ts";
import { actionButton, timeOf, type Visit } from "../site/index.ts";
import { section, textTable } from "./parts.ts";
import { browserWords } from "./words.ts";

const HOW = { link: "with a link", password: "with the password", provider: "with the provider" } as const;

/** Who the visitor is, the password, and where the visitor is signed in. */
export async function accountPart({ store, visitor, now, actor }: Visit): Promise<Markup> {
  if (visitor.kind !== "person") return html``;
  const role = visitor.role === "admin" ? "an admin" : "a viewer: you see all figures and change nothing";
  const who = html`<p>You are <b>${visitor.name}</b>, ${role}.</p>`;
  if (visitor.session === null)
    return section(
      "account",
      "Your account",
      who,
      html`<p class="soft">The reverse proxy in front of the collector signs you in and out.</p>`,
    );
  const [sessions, person] = [
    await store.secrets.sessionsOf(visitor.name, now),
    await store.secrets.personNamed(visitor.name),
  ];
  const isElsewhere = sessions.find(({ prefix }) => prefix === visitor.session)?.method === "provider";
  const password = isElsewhere
    ? html`<p class="soft">You sign in with your organization's provider.</p>`
    : html`<p>${person?.hasPassword ? "You have a password." : "You have no password yet: you can only sign in with a new link."}
<a class="button small" href="/password">${person?.hasPassword ? "Change the password" : "Set a password"}</a></p>`;
  return section(
    "account",
    "Your account",
    who,
    password,
    html`<h3>Where you are signed in</h3>`,
    textTable(
      "sessions",
      "Where you are signed in",
      { browser: "Browser", from: "From", since: "Since", until: "Until", end: "End" },
      sessions.map((session) => sessionRow(session, session.prefix === visitor.session, actor)),
    ),
  );
}

function sessionRow(
  { prefix, browser, method, from, createdAt, expiresAt }: Session,
  isThis: boolean,
  { from: address, at: now }: Actor,
) {
  const words = browserWords(browser);
  return [
    {
      value: words,
      shown: html`${words} <span class="soft">${HOW[method]}</span>${isThis ? html` <span class="badge good">this one</span>` : ""}`,
    },
    { value: from, shown: from === null ? "–" : from === address && !isThis ? `${from} (as here)` : from },
    { value: createdAt, shown: timeOf(createdAt, now) },
    { value: expiresAt, shown: timeOf(expiresAt, now) },
    {
      value: null,
      shown: isThis ? html`` : actionButton("/settings/sessions/end", "End", { session: prefix }, words),
    },
  ];
}
