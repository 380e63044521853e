import type { Links } from "../../admin/index.ts";
import type { SitePages } from "../site/index.ts";
import { routeAdd } from "./add.ts";

/** `/machines`, and how to add one. */
export function routeMachines(pages: SitePages, links: () => Links): void {
  pages.show("/machines");
  routeAdd(pages, links);
}
