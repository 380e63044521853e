import { addDays } from "../../../../src/base/calendar.ts";
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
import { invitesPart, keysPart, type ShareDraft, sharesPart } from "./secrets.ts";
import { ZONE_NOTE } from "./words.ts";

/** How many of the newest entries of the audit log the page has. */
const NEWEST = 8;

/** `/settings`, and the forms on it. */
export function routeSettings(
  pages: SitePages,
  { retention }: Pick<ServerContext, "retention">,
  links: () => Links,
): void {
  const page = (visit: Visit, draft?: ShareDraft, problem?: Problem) =>
    settingsPage(visit, retention, draft, problem);
  pages.get("/settings", "self", (view) => page(view));
  pages.get(
    "/settings/share",
    "administer",
    (view) => page(view, { ...view.range, page: view.parameters["page"]?.[0] ?? "/" }),
    { parameters: ["page"] },
  );
  pages.get("/settings/audit", "administer", auditPage, { parameters: ["before", "rows"], isExported: true });
  pages.post("/settings/sessions/end", "self", async (form, { store, actor }) => {
    const isEnded = await store.secrets.endSessionOf(actor.who, fieldOf(form, "session"), actor);
    return { status: "done", to: "/settings", notice: isEnded ? "session_ended" : "session_gone" };
  });
  routeForms(pages, links, (visit, problem) => page(visit, undefined, problem));
}

async function settingsPage(
  visit: Visit,
  retention: number | undefined,
  draft: ShareDraft = { page: "/", from: addDays(visit.today, -29), to: visit.today },
  problem?: Problem,
): Promise<Rendered> {
  const account = await accountPart(visit);
  const rest = isAllowed(visit.visitor, "administer")
    ? [
        await peoplePart(visit, problem),
        await sharesPart(visit, draft, problem),
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
  const body = html`${account}${rest}${ZONE_NOTE}`;
  return { status: "page", title: "Settings", nav: "Settings", body, ...(problem && { code: 422 }) };
}
