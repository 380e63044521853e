export { gatherState, type StateFacts } from "./facts.ts";
export { judgeFinalDays } from "./final-days.ts";
export { judgeState } from "./judge.ts";
