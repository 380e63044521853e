import type { Log } from "../base/edges.ts";

/** Logs that a condition is absent or resolved. */
export function markOk(log: Log, condition: string): void {
  log.debug({ condition, resolved: true }, `${condition}: ok`);
}
