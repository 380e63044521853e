export { amountText, usdText } from "./amounts.ts";
export { csvOf, csvText } from "./csv.ts";
export { type Entry, entriesOf, type Group, groupsOf, type Sum, sumOf, UNKNOWN } from "./groups.ts";
export { type By, byOf } from "./keys.ts";
export type { Stretch } from "./limits/stretch.ts";
export { courseOfStretches, type Point, thinned } from "./limits/thin.ts";
export { byUrgency, type LimitView, limitViews } from "./limits/view.ts";
export { type LimitWindow, windowsOf } from "./limits/windows.ts";
export { forecastWords, resetOf, usedWords, whyNotFresh } from "./limits/words.ts";
export { escaped, html, type Markup } from "./markup.ts";
export { barsOf } from "./page/bars.ts";
export { chartOf } from "./page/chart.ts";
export { colorsOf } from "./page/colors.ts";
export { columnsOf } from "./page/columns.ts";
export type { PageBy } from "./page/facts.ts";
export { familyOf } from "./page/families.ts";
export { type HistoryFacts, historyChart } from "./page/history-chart.ts";
export { CLOCK_NOTE, limitCard } from "./page/limit-card.ts";
export { MEASURES, type Measure, measureOf } from "./page/measure.ts";
export { costNotes, footerOf } from "./page/notes.ts";
export { pageOf } from "./page/page.ts";
export { panel } from "./page/panel.ts";
export { Stack } from "./page/stack.ts";
export { STYLE } from "./page/style.ts";
export { figuresTable } from "./page/tables.ts";
export { useCard } from "./page/use-card.ts";
export { verdictOf } from "./page/verdict.ts";
export { reportOf } from "./rows.ts";
export type { Selection } from "./select.ts";
export { reportText } from "./text.ts";
export {
  type Period,
  type PeriodUnit,
  periodKey,
  periodName,
  periodsOf,
  shortPeriodName,
  unitOf,
} from "./timeline/periods.ts";
export { type TimelineColumn, type TimelineSeries, timelineOf } from "./timeline/timeline.ts";
export { type DayUse, firstDay, type RecordedDay, recordedFrom, type Span, usedDays } from "./use.ts";
export { viewOf } from "./view.ts";
