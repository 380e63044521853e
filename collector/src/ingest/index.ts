/* A push as it arrives: bytes in; a checked snapshot, or what is wrong with it, out. */
export type { Past } from "./past.ts";
export { MAX_BODY_BYTES, type ReadSnapshot, readSnapshot, type Unreadable } from "./read.ts";
export type { SentDay, SentLimit, SentLimits, SentMachine, Snapshot } from "./snapshot.ts";
