import type { ValueOption } from "../../src/cli/index.ts";
import { flagOf, SETTINGS, type Setting } from "./settings/index.ts";

/** Some settings as options. */
export function settingOptions(keys: readonly Setting[]): Record<string, ValueOption> {
  return Object.fromEntries(keys.map((key) => [flagOf(key), SETTINGS[key]]));
}

/** The settings that every command with a database takes. */
export const WHERE = settingOptions(["data", "database", "databaseFile"]);
/** For commands that print a link. */
export const LINKS = { ...WHERE, ...settingOptions(["url"]) };
export const JSON_OPTION = { json: "print as JSON" } as const;
export const first = (words: readonly string[]) => words[0] ?? "";
