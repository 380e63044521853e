export type { DetailRange, PlacedUse, PlaceKey, PlaceScanner, ScanDetail } from "./detail/types.ts";
export { type FoundRoots, findRoots } from "./find-roots.ts";
export { findScanObstacle, hasWebAssembly, inspectTranscripts, type ScanObstacle } from "./inspect.ts";
export { createPlaceScanner, createScanner, scanDetail, scanUsage } from "./scan.ts";
export { runThread } from "./threads/thread.ts";
export type { Scanner, ScannerOptions, ScanProgress, ScanRange, ScanResult } from "./types.ts";
export { countFinished, type FinishedRequests } from "./unfinished.ts";
