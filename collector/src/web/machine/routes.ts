import type { Links } from "../../admin/index.ts";
import type { SitePages } from "../site/index.ts";
import { routeActions } from "./actions.ts";
import { machinePage } from "./page.ts";

/** `/machines/:id`, and its forms. */
export function routeMachine(pages: SitePages, links: () => Links): void {
  pages.get("/machines/:id", "view", machinePage, { isExported: true });
  routeActions(pages, links);
}
