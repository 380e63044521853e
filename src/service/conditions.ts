import type { Log } from "../base/edges.ts";

type Level = "info" | "warn" | "error";
type Fields = Readonly<Record<string, unknown>>;

/**
 * A log for beats that follow each other: of a condition (a line with the field `condition`) it says once that it is
 * there, again where it changed, and once that it is gone, which a line with the field `mended` tells. Other lines
 * pass as they are.
 */
export function conditionLog(target: Log): Log {
  /** What was last said of each condition that is there. */
  const said = new Map<string, string>();

  const say = (level: Level) => (fields: Fields, message: string) => {
    const { condition } = fields;
    if (typeof condition !== "string") {
      target[level](fields, message);
      return;
    }
    const text = JSON.stringify([level, message, fields]);
    target[said.get(condition) === text ? "debug" : level](fields, message);
    said.set(condition, text);
  };

  return {
    info: say("info"),
    warn: say("warn"),
    error: say("error"),
    debug(fields, message) {
      const isMended = typeof fields["condition"] === "string" && said.delete(fields["condition"]);
      target[isMended ? "info" : "debug"](fields, message);
    },
  };
}
