import { isAbsolute } from "node:path";
import { vendor } from "#vendor";
import { DAY_MS, HOUR_MS } from "../base/durations.ts";
import type { Env } from "../base/edges.ts";
import { isJsonObject, type JsonObject } from "../base/json.ts";
import { expandHome } from "../base/settings/home.ts";
import type { Counts, Item, Models } from "../contract/index.ts";
import type { Reading } from "../forecast/index.ts";
import { defaultStateDir, homeFolder, settingsFile, VARIABLES } from "../settings/index.ts";
import { stateNames, withKnownWrites } from "../state/index.ts";
import { type Ends, readJsonFile } from "./read-file.ts";

const ALL = 100;
const SECOND_MS = 1000;
const MAX_TEXT = 128;
const SESSION_LOOKBACK_MS = 6 * HOUR_MS;
const WEEK_LOOKBACK_MS = 8 * DAY_MS;
/** Where the rows of the history begin. */
const ROWS = '"readings":[';
/** Most of the time would go into parsing old rows: the last ones, of about eleven days, are enough. */
const HISTORY_ENDS: Ends = {
  head: 4_000,
  tail: 20_000,
  join(head, tail) {
    const start = head.indexOf(ROWS) + ROWS.length;
    return start < ROWS.length ? undefined : head.slice(0, start) + tail.slice(tail.indexOf("["));
  },
};
/** As many limits as one response has (rule LIMITS-4). */
const MAX_ITEMS = 12;

/** What a status line shows of what is saved. Its values were checked one by one, and the file's checksum was not. */
export interface Saved {
  /** The last good limits. */
  readonly items: readonly Item[];
  /** Epoch milliseconds; undefined if no limits are saved. */
  readonly fetchedAt: number | undefined;
  /** Earlier readings of the limits, oldest first. */
  readonly history: readonly Reading[];
  /** What was used on a day, by model. */
  readonly modelsOn: (day: string) => Models;
}

/** What is saved in the state folder that the settings name; undefined if there is nothing yet. Never throws. */
export function readSaved(env: Env, now: number): Saved | undefined {
  const folder = stateFolderOf(env);
  if (folder === undefined) return undefined;
  const names = stateNames(folder);
  const state = [names.state, names.previous].map((path) => readJsonFile(path)).find(isOurs);
  if (state === undefined) return undefined;
  const limits = objectOf(state["lastGoodLimits"]);
  const days = objectOf(state["days"]);
  const history = readJsonFile(names.history, HISTORY_ENDS);
  return {
    items: listOf(limits["items"]).slice(0, MAX_ITEMS).flatMap(itemOf),
    fetchedAt: instantOf(limits["fetchedAt"]),
    history: isOurs(history) ? readingsOf(history, now) : [],
    modelsOn: (day) => {
      const { state: kind, models } = objectOf(days[day]);
      // Rule DAYS-15: an open day is counted again in every beat.
      return kind === "open" ? withKnownWrites(modelsOf(models)) : modelsOf(models);
    },
  };
}

/** As the settings have it: the variable, the settings file or the default. */
function stateFolderOf(env: Env): string | undefined {
  const home = homeFolder(env);
  if (home === undefined) return undefined;
  const own = env[VARIABLES.stateDir] || readJsonFile(settingsFile(env, home))?.["stateDir"];
  const folder = typeof own === "string" ? expandHome(own, () => home) : "";
  return isAbsolute(folder) && !folder.includes("\0") ? folder : defaultStateDir(env, home, process.platform);
}

function isOurs(content: JsonObject | undefined): content is JsonObject {
  return content?.["program"] === vendor.program && content["schemaVersion"] === 1;
}

function itemOf(value: unknown): Item[] {
  const { kind, group, model = null, percent, resetsAt } = objectOf(value);
  if (!isText(kind) || !isText(group) || !isPercent(percent)) return [];
  const reset = instantOf(resetsAt);
  return [
    {
      kind,
      group,
      model: isText(model) ? model : null,
      percent,
      resetsAt: reset === undefined ? null : new Date(reset).toISOString(),
    },
  ];
}

/**
 * The readings that a forecast of now needs. The file's rows are the index of a limit, percent, fetchedAt and resetsAt in
 * seconds (src/state/history/codec.ts), oldest first. Most are of earlier windows: to skip them saves most of the time.
 */
function readingsOf(content: JsonObject, now: number): Reading[] {
  const limits = listOf(content["limits"]).map((value) => {
    const { kind, group, model } = objectOf(value);
    if (!isText(kind) || !isText(group)) return undefined;
    return { kind, group, model: isText(model) ? model : null, since: (now - lookbackOf(kind)) / SECOND_MS };
  });
  return listOf(content["readings"]).flatMap((row) => {
    const [index, percent, fetchedAt, resetsAt] = listOf(row);
    const limit = limits[Number(index)];
    if (limit === undefined || !(Number(fetchedAt) >= limit.since) || !isPercent(percent)) return [];
    const at = secondOf(fetchedAt);
    if (at === undefined) return [];
    const { kind, group, model } = limit;
    return { kind, group, model, percent, fetchedAt: at, resetsAt: secondOf(resetsAt) ?? null };
  });
}

/** A window and a bit more; of other limits, whose length is learned from their resets, what is there. */
function lookbackOf(kind: string): number {
  if (kind === "session") return SESSION_LOOKBACK_MS;
  return kind.startsWith("weekly") ? WEEK_LOOKBACK_MS : Number.POSITIVE_INFINITY;
}

function modelsOf(value: unknown): Models {
  const models = Object.entries(objectOf(value)).flatMap(([model, counts]): [string, Counts][] => {
    const {
      requests,
      inputTokens,
      outputTokens,
      cacheCreationTokens,
      cacheReadTokens,
      cacheCreation1hTokens,
    } = objectOf(counts);
    if (
      !isCount(requests) ||
      !isCount(inputTokens) ||
      !isCount(outputTokens) ||
      !isCount(cacheCreationTokens) ||
      !isCount(cacheReadTokens)
    )
      return [];
    const all = { requests, inputTokens, outputTokens, cacheCreationTokens, cacheReadTokens };
    return [[model, isCount(cacheCreation1hTokens) ? { ...all, cacheCreation1hTokens } : all]];
  });
  return Object.fromEntries(models);
}

function objectOf(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length <= MAX_TEXT;
}

function isPercent(value: unknown): value is number {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= ALL;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function instantOf(value: unknown): number | undefined {
  const at = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

/** Seconds since the epoch as ISO 8601. */
function secondOf(value: unknown): string | undefined {
  const at = new Date(typeof value === "number" ? value * SECOND_MS : Number.NaN);
  return Number.isNaN(at.getTime()) ? undefined : at.toISOString();
}
