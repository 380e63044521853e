export { type BeatOptions, type BeatResult, runBeat } from "./beat.ts";
export { announceMachineId } from "./log.ts";
