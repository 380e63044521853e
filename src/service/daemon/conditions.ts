import type { Log } from "../../base/edges.ts";

type Level = "info" | "warn" | "error";
type Fields = Readonly<Record<string, unknown>>;

/**
 * A log for repeated beats. It passes on what changed, instead of the same problem every 15 minutes.
 *
 * The protocol is in the fields of a line. `condition` names a problem that lasts until somebody fixes it, such as
 * "push token"; a condition has at most one state at a time.
 *
 * - A line with `condition` at info, warn or error level: the problem is there. It passes at its level the first time,
 *   and whenever its level, message or fields differ from the last time; an identical repeat passes at debug level.
 * - A debug line with `condition` and `resolved: true`: the problem is not there. It passes at info level if the
 *   problem was there before, else at debug level. Each beat logs one for every condition that it found to be ok.
 * - A line without `condition` passes unchanged.
 */
export function conditionLog(target: Log): Log {
  /** The last line of each condition that is there, as text to compare. */
  const logged = new Map<string, string>();

  const report = (level: Level) => (fields: Fields, message: string) => {
    const { condition } = fields;
    if (typeof condition !== "string") {
      target[level](fields, message);
      return;
    }
    const text = JSON.stringify([level, message, fields]);
    target[logged.get(condition) === text ? "debug" : level](fields, message);
    logged.set(condition, text);
  };

  return {
    info: report("info"),
    warn: report("warn"),
    error: report("error"),
    debug(fields, message) {
      const { condition, resolved } = fields;
      const hasEnded = resolved === true && typeof condition === "string" && logged.delete(condition);
      target[hasEnded ? "info" : "debug"](fields, message);
    },
  };
}
