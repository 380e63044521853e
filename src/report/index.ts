export { csvOf } from "./csv.ts";
export { itemName, resetOf, severityWord, toneOf, whyNotFresh } from "./limits-words.ts";
export { pageOf } from "./page.ts";
export { type By, reportOf, rowsOf } from "./rows.ts";
export { reportText } from "./text.ts";
export { type DayUse, type Span, usedDays } from "./use.ts";
