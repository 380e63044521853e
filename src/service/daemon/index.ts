export { type DaemonEnd, type DaemonOptions, runDaemon } from "./daemon.ts";
export { keepHeapSmall } from "./heap.ts";
