import type { Table } from "../limits-failures.ts";

/** A Node that cannot scan. */
export const RUNTIME = {
  no_webassembly: {
    what: "this Node has no WebAssembly, which every scan needs",
    fix: "remove --jitless from NODE_OPTIONS or from the command that starts Node, or install another Node",
  },
  no_memory: {
    what: "Node cannot reserve memory for WebAssembly, so no transcripts can be scanned",
    fix: "raise `ulimit -v` above 10 GB, or start with node --disable-wasm-trap-handler",
  },
} as const satisfies Table;

/** @param status why Node cannot scan */
export function runtimeFailure(status: keyof typeof RUNTIME): (typeof RUNTIME)[keyof typeof RUNTIME] {
  return RUNTIME[status];
}
