/* The frame of the pages: their routes, what is shown of which days, and how every page looks. */
export { actionButton, carefulButton } from "./actions.ts";
export { assetsOf, routeAssets } from "./assets.ts";
export { chipsOf } from "./chips.ts";
export { choicesOf, controlsOf } from "./controls.ts";
export { copyable } from "./copyable.ts";
export { emptyState } from "./empty.ts";
export { errorPagesFor } from "./error-pages.ts";
export { sendErrorPage } from "./errors.ts";
export { fieldOf } from "./form.ts";
export { formsOnly, fromHereOnly } from "./form-guard.ts";
export { type Making, makeAnswer } from "./made.ts";
export type { NavName } from "./nav.ts";
export type { NoticeCode } from "./notices.ts";
export { sendPage } from "./page.ts";
export { pageNumber, pageOf, pagerOf } from "./pager.ts";
export { type Filters, GROUPINGS_SHOWN, type PageGrouping, type PageQuery } from "./query.ts";
export { type PageRange, RANGES, type RangeName, rangeOf } from "./range.ts";
export type { Done, Rendered, Shown } from "./rendered.ts";
export { fits, searchForm } from "./search.ts";
export { type SitePages, sitePages } from "./site-pages.ts";
export {
  type Cell,
  type Column,
  columnsOf,
  exportLinks,
  foldOf,
  type Table,
  tableOf,
  type Value,
} from "./table.ts";
export { timeOf } from "./time.ts";
export { hrefWith, type View, type Visit } from "./view.ts";
