export { findScanObstacle, hasWebAssembly, inspectTranscripts, type ScanObstacle } from "./inspect.ts";
export { createScanner, scanUsage } from "./scan.ts";
export type { Scanner, ScannerOptions, ScanProgress, ScanRange, ScanResult } from "./types.ts";
