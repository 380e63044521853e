import type { Links } from "../../admin/index.ts";
import type { SitePages } from "../site/index.ts";
import { routeAdd } from "./add.ts";
import { machinesPage } from "./page.ts";
import { PARAMETERS } from "./query.ts";

/** `/machines`, and how to add one. */
export function routeMachines(pages: SitePages, links: () => Links): void {
  pages.get("/machines", "view", machinesPage, { parameters: PARAMETERS, isExported: true });
  routeAdd(pages, links);
}
