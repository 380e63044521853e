import { isJsonObject, parseJson } from "../json.ts";

/** What a terminal or the journal would act on or not show: control, direction and separator characters. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

const COLORS: Readonly<Record<string, number>> = { warn: 33, error: 31, fatal: 31, debug: 90, trace: 90 };

export interface TextStyle {
  /** The time of day for a terminal, the date too for a file. The journal has its own. */
  readonly time: "none" | "time" | "date";
  readonly hasColor: boolean;
}

/**
 * One of pino's JSON lines as a line for people: the local time, the level unless it is info, the message, and where an
 * error was thrown (rule LOG-8). It works on the redacted record and shows none of its other fields.
 */
export function textLine(json: string, { time, hasColor }: TextStyle): string {
  const record = parseJson(json);
  if (!isJsonObject(record)) return json;
  const level = word(record["level"]);
  const label = level === "info" ? "" : `${level.toUpperCase()}: `;
  const color = hasColor ? COLORS[level] : undefined;
  const text = `${label}${word(record["msg"])}${errorText(record["err"] ?? record["error"])}`;
  const shown = text.replace(INVISIBLE, "\uFFFD");
  const colored = color === undefined ? shown : `\u001b[${color}m${shown}\u001b[39m`;
  return `${timeText(record["time"], time)}${colored}\n`;
}

function timeText(time: unknown, kind: TextStyle["time"]): string {
  const at = new Date(typeof time === "string" ? time : Number.NaN);
  if (kind === "none" || Number.isNaN(at.getTime())) return "";
  const two = (part: number) => String(part).padStart(2, "0");
  const clock = [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(":");
  if (kind === "time") return `${clock} `;
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())} ${clock} `;
}

/** @param error as `safeError` describes it */
function errorText(error: unknown): string {
  if (!isJsonObject(error)) return "";
  const { type, code, at } = error;
  const frames = Array.isArray(at) ? at.map(word) : [];
  const words = [
    word(type),
    code === "unknown" ? "" : word(code),
    ...(frames.length > 0 ? ["at", frames.join(", ")] : []),
  ];
  return ` (${words.filter((one) => one !== "").join(" ")})`;
}

function word(value: unknown): string {
  return typeof value === "string" ? value : "";
}
