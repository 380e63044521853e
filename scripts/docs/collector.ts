// The tables on the pages about the collector, from the collector's own tables.
import { API_ERRORS } from "../../collector/src/api/errors.ts";
import { flagOf, SETTINGS, type Setting, variableOf } from "../../collector/src/settings/schema.ts";
import { code, markdownTable } from "./page.ts";

export function collectorParts(): Record<string, string> {
  return { "api-errors": errorsTable(), "collector-settings": settingsTable() };
}

function errorsTable(): string {
  const rows = Object.entries(API_ERRORS).map(([name, { status, message }]) => [
    String(status),
    code(name),
    message,
  ]);
  return markdownTable(["status", "code", "meaning"], rows);
}

function settingsTable(): string {
  const rows = (Object.keys(SETTINGS) as Setting[]).map((key) => [
    code(`--${flagOf(key)}`),
    code(variableOf(key)),
    code(key),
    SETTINGS[key].what,
  ]);
  return markdownTable(["option", "environment", "file", "what"], rows);
}
