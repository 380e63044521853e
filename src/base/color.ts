import { WriteStream } from "node:tty";
import type { Env } from "./edges.ts";

/** Whether to print colors to a stream. `NO_COLOR`, `FORCE_COLOR` and `TERM` work as in Node. */
export function hasColor(isTTY: boolean, env: Env): boolean {
  const { FORCE_COLOR, NO_COLOR } = env;
  const depth = (variables: Env) => WriteStream.prototype.getColorDepth(variables);
  if (FORCE_COLOR !== undefined) return depth({ FORCE_COLOR }) > 1;
  // Node 20 treats an empty NO_COLOR as set.
  return isTTY && !NO_COLOR && depth({ ...env, NO_COLOR: undefined }) > 1;
}
