export { type BeatOptions, runBeat } from "./beat.ts";
export { BeatLog, markOk } from "./log.ts";
export type { BeatResult } from "./result.ts";
export { type BeatFigures, describeBeat } from "./summary.ts";
