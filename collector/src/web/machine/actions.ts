import { HOUR_MS } from "../../../../src/base/durations.ts";
import { html } from "../../../../src/report/index.ts";
import type { Links } from "../../admin/index.ts";
import { givenName, MAX_MACHINE_NAME } from "../../api/index.ts";
import { beginningOf } from "../../auth/index.ts";
import { lineOf, linePage } from "../machines/index.ts";
import {
  type Done,
  fieldOf,
  type NoticeCode,
  type Rendered,
  type SitePages,
  type Visit,
} from "../site/index.ts";
import { confirmPage } from "./confirm.ts";
import { type Found, findMachine } from "./find.ts";
import { mergePage, NOT_MERGED } from "./merge.ts";

const NOT_FOUND = { status: "not_found" } as const;

/** What admins can do with a machine. What is hard to undo asks once, on a page of its own. */
export function routeActions(pages: SitePages, links: () => Links): void {
  const ask = (path: string, render: (found: Found, visit: Visit) => Promise<Rendered> | Rendered) =>
    pages.get(`/machines/:id/${path}`, "change", async (visit) => {
      const found = await findMachine(visit);
      return found === undefined ? NOT_FOUND : render(found, visit);
    });
  const act = (
    path: string,
    run: (form: URLSearchParams, visit: Visit, id: string) => Promise<Rendered | Done>,
  ) =>
    pages.post(`/machines/:id/${path}`, "change", (form, visit) =>
      run(form, visit, visit.params["id"] ?? ""),
    );

  act("rename", async (form, { store, actor }, id) => {
    const read = givenName(MAX_MACHINE_NAME).safeParse(fieldOf(form, "name"));
    if (!read.success)
      return notDone("Not renamed", `Not possible: ${read.error.issues[0]?.message}.`, `/machines/${id}`);
    const name = read.data;
    return doneIf(await store.renameMachine(id, name === "" ? null : name, actor), id, "renamed");
  });
  act("archive", async (_form, { store, actor }, id) =>
    doneIf(await store.archiveMachine(id, true, actor), id, "archived"),
  );
  act("restore", async (_form, { store, actor }, id) =>
    doneIf(await store.archiveMachine(id, false, actor), id, "restored"),
  );

  ask("revoke", ({ machine, name }) =>
    confirmPage({
      title: `Revoke ${name}?`,
      will: [
        "Its next push is refused. Figures that it has not sent yet stay on the machine.",
        "Its history stays here.",
        "To let it back in, make a new line for it on its page, and paste that on the machine.",
      ],
      action: `/machines/${machine.id}/revoke`,
      button: "Revoke",
      isDangerous: true,
      back: `/machines/${machine.id}`,
    }),
  );
  act("revoke", async (_form, { store, actor }, id) =>
    doneIf(await store.revokeMachine(id, actor), id, "revoked"),
  );

  ask("rotate", ({ machine, name }) => rotateQuestion(machine.id, name, machine.revoked));
  act("rotate", async (_form, visit, id) => {
    const found = await findMachine(visit);
    if (found === undefined) return NOT_FOUND;
    const line = await lineOf(visit, links(), { uses: 1, ttlMs: HOUR_MS, machine: id });
    const note = `It works once, for 1 hour, on ${found.name} alone, and is not shown again.`;
    return linePage(`A new token for ${found.name}`, line, note, `/machines/${id}`);
  });

  routeTokens(pages);
  routeMerge(pages);
}

function rotateQuestion(id: string, name: string, isRevoked: boolean): Rendered {
  return confirmPage({
    title: isRevoked ? `Let ${name} back in?` : `Give ${name} a new token?`,
    will: [
      "You get a line to paste on the machine. It works there alone, once, for 1 hour.",
      isRevoked
        ? "The machine can push again as soon as it has joined. Its old tokens stay dead."
        : "The old token works until the new one is first used, so no push is lost.",
    ],
    action: `/machines/${id}/rotate`,
    button: "Make the line",
    back: `/machines/${id}`,
  });
}

function routeTokens(pages: SitePages): void {
  pages.get("/machines/:id/tokens/:token/revoke", "change", async (view) => {
    const found = await findMachine(view);
    const tokens = found === undefined ? [] : await view.store.secrets.tokensOf(found.machine.id);
    const token = tokens.find(({ id }) => id === view.params["token"]);
    if (found === undefined || token === undefined) return NOT_FOUND;
    const isLast = tokens.length === 1;
    return confirmPage({
      title: "Revoke this token?",
      will: [
        html`<code>${beginningOf("token", token.prefix)}…</code> of <b>${found.name}</b> stops working at once.`,
        isLast
          ? "It is the machine's only token: its pushes are refused until it joins with a new line."
          : "The machine's other tokens go on working.",
      ],
      action: `/machines/${found.machine.id}/tokens/${token.id}/revoke`,
      button: "Revoke",
      isDangerous: true,
      back: `/machines/${found.machine.id}`,
    });
  });
  pages.post("/machines/:id/tokens/:token/revoke", "change", async (_form, { store, actor, params }) => {
    const { id = "", token = "" } = params;
    return doneIf(await store.secrets.revokeToken(id, token, actor), id, "token_revoked");
  });
}

function routeMerge(pages: SitePages): void {
  pages.get(
    "/machines/:id/merge",
    "change",
    async (view) => {
      const found = await findMachine(view);
      return found === undefined ? NOT_FOUND : mergePage(view, found);
    },
    { parameters: ["into", "q"] },
  );
  pages.post("/machines/:id/merge", "change", async (form, { store, actor, params }) => {
    const { id = "" } = params;
    const into = fieldOf(form, "into");
    const { status } = await store.mergeMachines(id, into, actor);
    if (status === "merged") return { status: "done", to: `/machines/${into}`, notice: "merged" };
    return notDone("Not merged", NOT_MERGED[status], "/machines");
  });
  pages.get("/machines/:id/unmerge", "change", async (view) => {
    const found = await findMachine(view);
    const part = found?.parts.find(({ id }) => id === view.params["id"]);
    if (found === undefined || part === undefined) return NOT_FOUND;
    return confirmPage({
      title: `Take ${part.label} out of ${found.name}?`,
      will: [
        html`<b>${part.label}</b> is on the list by itself again, with all days that it sent.`,
        "Days that both have count on each of the two. The totals of the fleet may rise.",
        "You can merge the two again.",
      ],
      action: `/machines/${part.id}/unmerge`,
      button: "Undo the merge",
      back: `/machines/${found.machine.id}`,
    });
  });
  pages.post("/machines/:id/unmerge", "change", async (_form, { store, actor, params }) => {
    const { id = "" } = params;
    return doneIf(await store.unmergeMachine(id, actor), id, "unmerged");
  });
}

function notDone(title: string, why: string, back: string): Rendered {
  const body = html`<section class="card confirm"><p class="error" role="alert">${why}</p>
<p><a class="button" href="${back}">${back === "/machines" ? "To the machines" : "Back to the machine"}</a></p></section>`;
  return { status: "page", code: 422, title, nav: "Machines", body };
}

function doneIf(isDone: boolean, id: string, notice: NoticeCode): Rendered | Done {
  return isDone ? { status: "done", to: `/machines/${id}`, notice } : NOT_FOUND;
}
