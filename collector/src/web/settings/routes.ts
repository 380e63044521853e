import { html } from "../../../../src/report/index.ts";
import type { Links } from "../../admin/index.ts";
import { isAllowed } from "../../auth/index.ts";
import type { ServerContext } from "../../server/index.ts";
import { fieldOf, type Rendered, type SitePages, tableOf, type Visit } from "../site/index.ts";
import { accountPart } from "./account.ts";
import { auditPage, auditTable } from "./audit.ts";
import { databasePart } from "./database.ts";
import { routeForms } from "./forms.ts";
import { type Problem, section } from "./parts.ts";
import { peoplePart } from "./people.ts";
import { invitesPart, keysPart } from "./secrets.ts";
import { sharePage, sharesPart } from "./shares.ts";

/** How many of the newest entries of the audit log the page has. */
const NEWEST = 8;

/** `/settings`, and the forms on it. */
export function routeSettings(
  pages: SitePages,
  { retention }: Pick<ServerContext, "retention">,
  links: () => Links,
): void {
  const page = (visit: Visit, problem?: Problem) => settingsPage(visit, retention, problem);
  pages.get("/settings", "self", (view) => page(view));
  pages.get(
    "/settings/share",
    "administer",
    (view) => sharePage(view, { ...view.range, page: view.parameters["page"]?.[0] ?? "/" }),
    { parameters: ["page"], isForm: true },
  );
  pages.get("/settings/audit", "administer", auditPage, { parameters: ["before", "rows"], isExported: true });
  pages.post("/settings/sessions/end", "self", async (form, { store, actor }) => {
    const isEnded = await store.secrets.endSessionOf(actor.who, fieldOf(form, "session"), actor);
    return { status: "done", to: "/settings", notice: isEnded ? "session_ended" : "session_gone" };
  });
  routeForms(pages, links, page);
}

async function settingsPage(
  visit: Visit,
  retention: number | undefined,
  problem?: Problem,
): Promise<Rendered> {
  const account = await accountPart(visit);
  const rest = isAllowed(visit.visitor, "administer")
    ? [
        await peoplePart(visit, problem),
        await sharesPart(visit),
        await keysPart(visit, problem),
        await invitesPart(visit),
        await databasePart(visit, retention),
        section(
          "audit",
          "Audit log",
          tableOf(await auditTable(await visit.store.audit(NEWEST), visit.store, visit.now)),
          html`<p><a class="button small" href="/settings/audit">The whole log</a></p>`,
        ),
      ]
    : [];
  const body = html`${account}${rest}`;
  return { status: "page", title: "Settings", nav: "Settings", body, ...(problem && { code: 422 }) };
}
