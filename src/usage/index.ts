export { UNKNOWN_PROJECT } from "./detail/places.ts";
export type { DetailRange, PlacedUse, ScanDetail } from "./detail/types.ts";
export { type FoundRoots, findRoots } from "./find-roots.ts";
export { findScanObstacle, hasWebAssembly, inspectTranscripts, type ScanObstacle } from "./inspect.ts";
export { createScanner, scanDetail, scanUsage } from "./scan.ts";
export type { Scanner, ScannerOptions, ScanProgress, ScanRange, ScanResult } from "./types.ts";
export { countFinished, type FinishedRequests } from "./unfinished.ts";
