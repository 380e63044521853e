/* A push as it arrives: bytes in; a checked snapshot, or what is wrong with it, out. */
export { MAX_BODY_BYTES, type ReadSnapshot, readSnapshot } from "./read.ts";
export type { SentDay, SentLimit, SentLimits, SentMachine, Snapshot } from "./snapshot.ts";
