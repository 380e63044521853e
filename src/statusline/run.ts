import { writeSync } from "node:fs";
import type { Env } from "../base/edges.ts";
import { quickTorontoDay } from "../base/toronto.ts";
import { isUtf8 } from "../text/screen.ts";
import { limitsIn, readInput } from "./input.ts";
import { shownLimits } from "./limits.ts";
import { NO_DATA, SEPARATOR, statusLine } from "./line.ts";
import { plainLength, runOther } from "./other.ts";
import { readSaved } from "./saved.ts";

/** How long the input may take, in milliseconds. A coding agent has written it before this program is loaded. */
const PATIENCE_MS = 50;
const DEFAULT_COLUMNS = 80;
const MAX_COLUMNS = 1000;
/** What our own part has at least beside the output of another command. */
const MIN_COLUMNS = 20;

/**
 * Prints one line on standard output, whatever the state, the settings and the input are (rules STATUSLINE-1 to
 * STATUSLINE-3). Never rejects.
 * @param then a shell command that gets the same input; the first line of its output follows ours
 */
export async function printStatusLine(env: Env, then?: string): Promise<void> {
  const input = await readInput(() => process.stdin, PATIENCE_MS);
  const other = then === undefined ? "" : await runOther(then, input);
  const room = other === "" ? 0 : SEPARATOR.length + plainLength(other);
  const columns = columnsOf(env);
  const own = ownLine(env, input, room === 0 ? columns : Math.max(MIN_COLUMNS, columns - room));
  const text = isUtf8(env) ? own : own.replace(/[^\x20-\x7E]/g, "?");
  try {
    writeSync(1, `${[text, other].filter((part) => part !== "").join(SEPARATOR)}\n`);
  } catch {
    // Nobody reads it any more.
  }
}

function ownLine(env: Env, input: string, columns: number): string {
  try {
    const now = Date.now();
    const saved = readSaved(env, now);
    const day = quickTorontoDay(now) ?? "";
    const { limits, fetchedAt } = shownLimits(saved, limitsIn(input), now);
    const models = saved?.modelsOn(day) ?? {};
    return statusLine({ limits, fetchedAt, day, models, now, isEmpty: saved === undefined }, columns);
  } catch {
    return NO_DATA.slice(0, columns);
  }
}

/** From `COLUMNS`, which the coding agent sets. */
function columnsOf({ COLUMNS = "" }: Env): number {
  const columns = /^\d+$/.test(COLUMNS) ? Number(COLUMNS) : 0;
  return columns === 0 ? DEFAULT_COLUMNS : Math.min(columns, MAX_COLUMNS);
}
