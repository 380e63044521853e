import { html, type Markup } from "../../../../src/report/index.ts";
import type { Person } from "../../store/index.ts";
import { actionButton, carefulButton, timeOf, type Visit } from "../site/index.ts";
import { type Problem, problemOf, section, textTable } from "./parts.ts";

/** Who may sign in, and the form to invite somebody. */
export async function peoplePart({ store, visitor, now }: Visit, problem?: Problem): Promise<Markup> {
  const people = await store.secrets.people();
  const own = visitor.kind === "person" ? visitor.name : "";
  const isOnly = people.filter(({ role }) => role === "admin").length < 2;
  return section(
    "people",
    "People",
    problemOf(problem, "people"),
    textTable(
      "people",
      "People who may sign in",
      { name: "Name", role: "Role", seen: "Last signed in", change: "Change" },
      people.map((person) => personRow(person, person.name === own, isOnly && person.role === "admin", now)),
    ),
    html`<form class="inline-form" method="post" action="/settings/people/add">
<label>Name <input name="name" required maxlength="128" autocomplete="off" spellcheck="false"></label>
<label>Role <select name="role"><option value="viewer">Viewer: sees all, changes nothing</option><option value="admin">Admin</option></select></label>
<button>Invite</button></form>`,
  );
}

function personRow(
  { name, role, signedInAt, hasPassword }: Person,
  isOwn: boolean,
  isLastAdmin: boolean,
  now: number,
) {
  const other = role === "admin" ? "viewer" : "admin";
  const buttons = [
    actionButton("/settings/people/link", "New link", { name }, name),
    ...(isLastAdmin
      ? []
      : [
          actionButton(
            "/settings/people/role",
            other === "admin" ? "Make an admin" : "Make a viewer",
            { name, role: other },
            name,
          ),
          carefulButton("/settings/people/remove", "Remove", { name }, name),
        ]),
  ];
  return [
    { value: name, shown: html`${name}${isOwn ? html` <span class="badge">you</span>` : ""}` },
    role === "admin" ? "Admin" : "Viewer",
    {
      value: signedInAt,
      shown:
        signedInAt === null
          ? html`<span class="soft">not yet</span>`
          : html`${timeOf(signedInAt, now)}${hasPassword ? "" : html` <span class="soft">no password</span>`}`,
    },
    { value: null, shown: html`<div class="row-actions">${buttons}</div>` },
  ];
}
