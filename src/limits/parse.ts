import { isJsonObject, isNonEmptyString, type JsonObject } from "../base/json.ts";
import { truncate } from "../base/strings.ts";
import { type Item, MAX_ITEMS } from "../contract/index.ts";
import { normalizeResetsAt } from "./resets-at.ts";

/** The windows of the older response, and the items they become (rule PARSE-3). */
const OLDER_WINDOWS = [
  { key: "five_hour", kind: "session", group: "session" },
  { key: "seven_day", kind: "weekly_all", group: "weekly" },
] as const;

/**
 * The items in a usage response of any shape; empty if it has none (rules PARSE-1 to PARSE-4). Each field is copied by
 * name, so no other key of the response gets into an item.
 */
export function parseUsage(body: unknown): Item[] {
  if (!isJsonObject(body)) return [];
  const items = Array.isArray(body["limits"]) ? currentItems(body["limits"]) : [];
  return items.length > 0 ? items : olderItems(body);
}

function currentItems(entries: readonly unknown[]): Item[] {
  const items: Item[] = [];
  for (const entry of entries) {
    if (items.length === MAX_ITEMS) break;
    if (!isJsonObject(entry) || !isNonEmptyString(entry["kind"])) continue;
    const kind = truncate(entry["kind"]);
    const { group, severity } = entry;
    items.push({
      kind,
      group: typeof group === "string" ? truncate(group) : kind,
      ...percentOf(entry["percent"]),
      ...(typeof severity === "string" && { severity: truncate(severity) }),
      resetsAt: normalizeResetsAt(entry["resets_at"]),
      model: modelOf(entry["scope"]),
    });
  }
  return items;
}

function olderItems(body: JsonObject): Item[] {
  return OLDER_WINDOWS.flatMap(({ key, kind, group }) => {
    const window = body[key];
    if (!isJsonObject(window) || !Number.isFinite(window["utilization"])) return [];
    const resetsAt = normalizeResetsAt(window["resets_at"]);
    return [{ kind, group, ...percentOf(window["utilization"]), resetsAt, model: null }];
  });
}

/** An integer from 0 to 100. Left out if the source is not a finite number. */
function percentOf(value: unknown): { percent?: number } {
  if (typeof value !== "number" || !Number.isFinite(value)) return {};
  return { percent: Math.min(100, Math.max(0, Math.round(value))) };
}

function modelOf(scope: unknown): string | null {
  const model = isJsonObject(scope) ? scope["model"] : undefined;
  const name = isJsonObject(model) ? model["display_name"] : undefined;
  return isNonEmptyString(name) ? truncate(name) : null;
}
