import { isDeepStrictEqual } from "node:util";
import { isJsonObject, type JsonObject, parseJson } from "../../base/json.ts";
import { shellWord } from "../../base/shell-word.ts";

/** What to change in the coding agent's settings, or why nothing is changed. */
export type Plan =
  | { readonly status: "change"; readonly text: string; readonly before: unknown; readonly after: JsonObject }
  /** The status line already runs this program. */
  | { readonly status: "done" }
  /** `what` goes after the file's name. */
  | { readonly status: "refused"; readonly what: string };

export interface PlanOptions {
  /** The text of the settings file; empty if there is none. */
  readonly text: string;
  /** The key of the status line. */
  readonly key: string;
  /** The command line that prints ours. */
  readonly command: string;
  /** A command whose line follows ours. By default the one that is set now. */
  readonly other?: string | undefined;
}

const COMMAND = /"command"\s*:\s*"(?:[^"\\]|\\.)*"/g;
const NOT_CHANGEABLE = "cannot be changed safely: set the status line yourself";

/** The settings with our status line. Nothing else in their text changes (rule STATUSLINE-7). Pure. */
export function planChange({ text, key, command, other }: PlanOptions): Plan {
  const settings = text.trim() === "" ? {} : parseJson(text);
  if (!isJsonObject(settings)) return { status: "refused", what: "is not one JSON object" };
  const before = settings[key];
  const old = isJsonObject(before) ? before["command"] : undefined;
  if (before !== undefined && typeof old !== "string") {
    return { status: "refused", what: `has a ${key} without a command: set the status line yourself` };
  }
  if (typeof old === "string" && (old === command || old.startsWith(`${command} `)))
    return { status: "done" };
  const kept = other ?? old;
  const whole = typeof kept === "string" ? `${command} --then ${shellWord(kept)}` : command;
  const after: JsonObject = isJsonObject(before)
    ? { ...before, command: whole }
    : { type: "command", command: whole };
  const wanted = { ...settings, [key]: after };
  const candidates = before === undefined ? withMember(text, key, after) : withCommand(text, whole);
  const changed = candidates.find((candidate) => isDeepStrictEqual(parseJson(candidate), wanted));
  return changed === undefined
    ? { status: "refused", what: NOT_CHANGEABLE }
    : { status: "change", text: changed, before, after };
}

/** The text with a new last member, as the others are laid out. */
function withMember(text: string, key: string, value: JsonObject): string[] {
  const member = `${JSON.stringify(key)}: ${JSON.stringify(value)}`;
  const inner = /^\s*\{\s*\}\s*$/.test(text) || text.trim() === "";
  if (inner) return [`{\n  ${member}\n}\n`];
  const end = text.lastIndexOf("}");
  const last = text.slice(0, end).trimEnd();
  const layout = /^\s*\{(\s*)"/.exec(text)?.[1] ?? "\n  ";
  return [`${last},${layout}${member}${text.slice(last.length)}`];
}

/** The text with the command in each place where there is one: only one of them is the status line's. */
function withCommand(text: string, command: string): string[] {
  const member = `"command": ${JSON.stringify(command)}`;
  return [...text.matchAll(COMMAND)].map(
    ({ index, 0: found }) => text.slice(0, index) + member + text.slice(index + found.length),
  );
}
