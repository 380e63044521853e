export { alertWords } from "./alert-words.ts";
export { type BeatOptions, runBeat } from "./beat.ts";
export { keychainFor } from "./keychain.ts";
export { BeatLog } from "./log.ts";
export { markOk } from "./mark-ok.ts";
export type { BeatResult } from "./result.ts";
export { type BeatFigures, describeBeat } from "./summary.ts";
