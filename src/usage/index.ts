export { realFiles } from "./files.ts";
export { Kernel } from "./kernel/kernel.ts";
export { systemPath } from "./names.ts";
export { createScanner, scanUsage } from "./scan.ts";
export type { Scanner, ScannerOptions, ScanProgress, ScanRange, ScanResult } from "./types.ts";
export { Walker } from "./walker.ts";
