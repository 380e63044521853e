import type { SitePages } from "../site/index.ts";
import { limitsPage } from "./page.ts";

export function routeLimits(pages: SitePages): void {
  pages.get("/limits", "view", limitsPage, { parameters: ["q", "page"], isExported: true });
}
