import { isJsonObject, type JsonObject, parseJson } from "../base/json.ts";
import type { Item } from "../contract/index.ts";

/** More input than this is not read. In UTF-16 units. */
const MAX_LENGTH = 1_000_000;
const ALL = 100;
const SECOND_MS = 1000;

/** The windows of the coding agent's `rate_limits`, and the limits that they are. */
const WINDOWS = [
  { key: "five_hour", kind: "session", group: "session" },
  { key: "seven_day", kind: "weekly_all", group: "weekly" },
] as const;

/**
 * What the coding agent writes to the standard input of a status line. Resolves once it has ended, once it is one complete
 * JSON object, or after `patienceMs`, with what there is by then. Never rejects.
 */
export async function readInput(open: () => NodeJS.ReadStream, patienceMs: number): Promise<string> {
  try {
    const stdin = open();
    return stdin.isTTY ? "" : await read(stdin, patienceMs);
  } catch {
    return "";
  }
}

function read(stdin: NodeJS.ReadStream, patienceMs: number): Promise<string> {
  return new Promise((resolve) => {
    let text = "";
    const timer = setTimeout(() => end(), patienceMs);
    const end = () => {
      clearTimeout(timer);
      stdin.removeAllListeners("data").pause();
      resolve(text);
    };
    stdin.setEncoding("utf8");
    stdin.on("data", (chunk: string) => {
      text += chunk;
      if (text.length > MAX_LENGTH || isComplete(text)) end();
    });
    stdin.on("end", end);
    stdin.on("error", end);
  });
}

/** A coding agent may leave its end of the pipe open. */
function isComplete(text: string): boolean {
  return text.trimEnd().endsWith("}") && isJsonObject(parseJson(text));
}

/** The limits in the input: the figures of the session's last answer. Empty if there are none. */
export function limitsIn(input: string): Item[] {
  const content = parseJson(input);
  const limits = objectOf(isJsonObject(content) ? content["rate_limits"] : undefined);
  return WINDOWS.flatMap(({ key, kind, group }) => {
    const { used_percentage: used, resets_at: resets } = objectOf(limits[key]);
    if (typeof used !== "number" || !Number.isFinite(used)) return [];
    const percent = Math.min(ALL, Math.max(0, Math.round(used)));
    return { kind, group, model: null, percent, resetsAt: instantOf(resets) };
  });
}

function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** Seconds since the epoch, or ISO 8601. */
function instantOf(value: unknown): string | null {
  const at = typeof value === "number" ? value * SECOND_MS : Date.parse(String(value));
  const instant = new Date(at);
  return Number.isNaN(instant.getTime()) ? null : instant.toISOString();
}
