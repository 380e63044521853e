import type { Links } from "../../admin/index.ts";
import type { SitePages } from "../site/index.ts";
import { routeActions } from "./actions.ts";

/** `/machines/:id`, and its forms. */
export function routeMachine(pages: SitePages, links: () => Links): void {
  pages.show("/machines/:id");
  routeActions(pages, links);
}
