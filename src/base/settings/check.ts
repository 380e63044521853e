import type { JsonObject } from "../json.ts";
import { nearest } from "../nearest.ts";
import { repeatable } from "../strings.ts";
import type { Problem } from "./problem.ts";
import type { Rule } from "./rule.ts";

/** A place that settings come from. */
export interface SettingSource<Key extends string> {
  readonly source: Problem["source"];
  /** The setting's name there, for a message. */
  readonly nameOf: (key: Key) => string;
  /** Its value there; `undefined` if it is not set. */
  readonly read: (key: Key) => unknown;
}

export interface CheckedSettings<Key extends string> {
  /** The values that are set, as their rules return them. */
  readonly values: Readonly<Record<string, unknown>>;
  readonly origins: Partial<Record<Key, Problem["source"]>>;
  readonly problems: readonly Problem[];
}

/** Checks every setting that is set. @param sources those that take precedence first */
export function checkSettings<Key extends string>(
  rules: Readonly<Record<Key, Rule>>,
  sources: readonly SettingSource<Key>[],
): CheckedSettings<Key> {
  const values: Record<string, unknown> = {};
  const origins: Partial<Record<Key, Problem["source"]>> = {};
  const problems: Problem[] = [];
  for (const key of Object.keys(rules) as Key[]) {
    const found = sources.find(({ read }) => read(key) !== undefined);
    if (found === undefined) continue;
    const { source, nameOf, read } = found;
    const ruled = rules[key](read(key));
    if (ruled.status === "ok") {
      values[key] = ruled.value;
      origins[key] = source;
    } else problems.push({ setting: nameOf(key), source, message: ruled.message });
  }
  return { values, origins, problems };
}

/** The settings file as a source. */
export function fileSource<Key extends string>(values: JsonObject): SettingSource<Key> {
  return {
    source: "settings file",
    nameOf: (key) => key,
    read: (key) => (Object.hasOwn(values, key) ? values[key] : undefined),
  };
}

/** A problem for each key of the settings file that is not a setting. */
export function unknownKeys(values: JsonObject, known: readonly string[]): Problem[] {
  const unknown = Object.keys(values).filter((key) => !known.includes(key));
  return unknown.map((key) => {
    const meant = nearest(key, known);
    const message = meant === undefined ? "is not a setting" : `is not a setting (did you mean ${meant}?)`;
    return { setting: JSON.stringify(repeatable(key)), source: "settings file", message };
  });
}
