import assert from "node:assert/strict";
import type { Env } from "../../src/base/edges.ts";
import { describeProblem, type Problem } from "../../src/base/settings/problem.ts";
import { type LoadedConfig, loadConfig } from "../../src/settings/load.ts";

export const HOME = "/home/someone";

/** Loads the settings from an environment and the text of a settings file; no text means no file. */
export function load(env: Env = {}, file?: string): Promise<LoadedConfig> {
  const readFile = async () => {
    if (file === undefined) throw Object.assign(new Error("ENOENT: some text"), { code: "ENOENT" });
    return file;
  };
  return loadConfig({ env: { HOME, ...env }, readFile });
}

export const loadFile = (values: unknown) => load({}, JSON.stringify(values));

/** Returns the settings; fails if they are invalid. */
export async function config(loading: Promise<LoadedConfig>) {
  const loaded = await loading;
  assert.equal(loaded.status, "ok", JSON.stringify(loaded));
  assert.ok(loaded.status === "ok");
  return loaded.config;
}

/** Returns the problems; fails if the settings are valid. */
export async function problems(loading: Promise<LoadedConfig>): Promise<readonly Problem[]> {
  const loaded = await loading;
  assert.ok(loaded.status === "invalid", JSON.stringify(loaded));
  return loaded.problems;
}

/** The problems as a user reads them, one per line. */
export async function messages(loading: Promise<LoadedConfig>): Promise<string> {
  return (await problems(loading)).map((problem) => describeProblem(problem)).join("\n");
}
