import { setFlagsFromString } from "node:v8";

/**
 * Keeps V8's young generation at its initial size. A scan of many files would grow it to several times that, and V8
 * would keep the memory until the next scan: 20 MB of 101 MB were measured. Call it before anything else.
 */
export function keepHeapSmall(): void {
  setFlagsFromString("--semi-space-growth-factor=1");
}
