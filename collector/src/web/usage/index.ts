/* What was used, in pictures and tables that several pages have. */
export { type Change, changeOf, changeWords } from "./change.ts";
export { usageChart } from "./chart.ts";
export { groupColors } from "./colors.ts";
export { figuresOf } from "./figures.ts";
export { type GroupNames, groupNames } from "./names.ts";
export { entriesOfDay, sumFrom } from "./sums.ts";
export { topList } from "./top-list.ts";
export { totalCards } from "./total-cards.ts";

/** How many groups a chart and a list tell apart. The others are one. */
export const MOST_GROUPS = 6;
