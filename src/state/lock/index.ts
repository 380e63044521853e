/*
 * The lock between processes. A lock that its holder has not refreshed for 20 seconds is stale, and two processes can break
 * it at the same moment and both believe that they hold it. Everything that follows from that is in this folder.
 */
export { inspectLock } from "./inspect-lock.ts";
export { saveContest } from "./save-contest.ts";
export { type BeatLock, type LockProbe, takeLock } from "./take-lock.ts";
