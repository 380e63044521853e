import {
  type Given,
  type Links,
  type OperationName,
  type Outcome,
  type Result,
  runOperation,
} from "../../admin/index.ts";
import type { Role } from "../../store/index.ts";
import {
  type Done,
  fieldOf,
  type NoticeCode,
  type Rendered,
  type SitePages,
  type Visit,
} from "../site/index.ts";
import { type Problem, shownOnce } from "./parts.ts";
import { sharePage } from "./shares.ts";
import { sentence } from "./words.ts";

type Again = (visit: Visit, problem: Problem) => Promise<Rendered>;

/** The forms of admins. Each does what the command of its name does. */
export function routeForms(pages: SitePages, links: () => Links, again: Again): void {
  const run = async <N extends OperationName>(name: N, given: Given<N>, { store, now, actor }: Visit) =>
    (await runOperation(name, given, { store, links: links(), now, person: actor })) as Outcome<Result<N>>;
  const form = (path: string, act: (form: URLSearchParams, visit: Visit) => Promise<Rendered | Done>) =>
    pages.post(`/settings/${path}`, "administer", act);
  /** A form that changes something and leads back to the part that it is in. */
  const change = <N extends OperationName>(
    path: string,
    name: N,
    part: string,
    notice: NoticeCode,
    givenBy: (field: (name: string) => string) => Given<N>,
  ) =>
    form(path, async (fields, visit) => {
      const outcome = await run(
        name,
        givenBy((field) => fieldOf(fields, field)),
        visit,
      );
      return outcome.status === "refused"
        ? again(visit, { form: part, words: sentence(outcome.message) })
        : { status: "done", to: "/settings", notice };
    });

  form("people/add", async (fields, visit) => {
    const role = roleOf(fieldOf(fields, "role"));
    const name = fieldOf(fields, "name");
    const made = await run("person add", { name, role }, visit);
    return made.status === "refused"
      ? again(visit, { form: "people", words: sentence(made.message) })
      : shownOnce(
          "Somebody is invited",
          `Send this link to ${name.trim()}. It works once, for 7 days, and is not shown again.`,
          made.result.link,
        );
  });
  form("people/link", async (fields, visit) => {
    const name = fieldOf(fields, "name");
    const made = await run("person link", { name }, visit);
    return made.status === "refused"
      ? again(visit, { form: "people", words: sentence(made.message) })
      : shownOnce(
          "A new link to sign in",
          `Send this link to ${name}. It works once, for 7 days, and is not shown again.`,
          made.result.link,
        );
  });
  change("people/role", "person role", "people", "role_changed", (field) => ({
    name: field("name"),
    role: roleOf(field("role")),
  }));
  change("people/remove", "person remove", "people", "person_removed", (field) => ({ name: field("name") }));

  form("keys/create", async (fields, visit) => {
    const given = { name: fieldOf(fields, "name"), metrics: fieldOf(fields, "scope") === "metrics" };
    const made = await run("key create", given, visit);
    return made.status === "refused"
      ? again(visit, { form: "keys", words: sentence(made.message) })
      : shownOnce("A new key", "Copy it now: it is not shown again.", made.result.key);
  });
  change("keys/revoke", "key revoke", "keys", "key_revoked", (field) => ({ name: field("name") }));

  form("shares/create", async (fields, visit) => {
    const field = (name: string) => fieldOf(fields, name);
    const until = field("until");
    const given = {
      page: field("page"),
      from: field("from"),
      to: field("to"),
      ...(until !== "" && { until }),
    };
    const made = await run("share create", given, visit);
    return made.status === "refused"
      ? sharePage(visit, given, { form: "shares", words: sentence(made.message) })
      : shownOnce(
          "A new share link",
          "Whoever has this link sees the page, and nothing else. It is not shown again.",
          made.result.link,
        );
  });
  change("shares/revoke", "share revoke", "shares", "share_revoked", (field) => ({
    prefix: field("prefix"),
  }));
  change("invites/revoke", "invite revoke", "invites", "code_revoked", (field) => ({
    prefix: field("prefix"),
  }));
}

/** Whoever is not said to be an admin is a viewer. */
function roleOf(text: string): Role {
  return text === "admin" ? "admin" : "viewer";
}
