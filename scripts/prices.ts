import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { findProvider, type MatchLogic, type ModelInfo, type ModelPrice } from "@pydantic/genai-prices";
import { addDays } from "../src/base/calendar.ts";
import { RETENTION_DAYS } from "../src/contract/index.ts";

/** The release that the table is made from. Its date is not in the package: `npm view @pydantic/genai-prices time`. */
const RELEASE = { version: "0.1.8", date: "2026-09-23" };

/**
 * Models that cost more above 200,000 tokens in one request, and when that ended. The table has their plain price: a
 * record has no single requests, and days from before the end are no longer kept. Any other tier stops the generator.
 */
const ENDED_TIERS: Readonly<Record<string, string>> = {
  "claude-opus-4-6": "2026-03-13",
  "claude-sonnet-4-6": "2026-03-13",
  "claude-sonnet-4-5": "2026-04-30",
};

/** Input, output, cache read, cache write for 5 minutes and for 1 hour: dollars per million tokens. */
type Rates = readonly [number, number, number, number, number];

interface Dated {
  /** The first day, or "" for the earliest price. */
  readonly since: string;
  readonly rates: Rates;
}

interface Model {
  readonly id: string;
  readonly aliases: readonly string[];
  readonly prices: readonly Dated[];
}

/** The module with the prices of every model of the vendor. */
export function pricesText(): string {
  const installed = installedVersion();
  if (installed !== RELEASE.version) throw new Error(`set RELEASE to version ${installed}`);
  const models = (findProvider({ providerId: "anthropic" })?.models ?? []).map(modelOf);
  if (models.length < 20) throw new Error("the package has too few models");
  const aliases = models.flatMap(({ id, aliases }) => aliases.map((alias) => [alias, id] as const));
  return [
    "// biome-ignore-all format: one model a line",
    'import type { DatedPrice } from "./price.ts";',
    "",
    `/** The day of these prices: @pydantic/genai-prices ${RELEASE.version} (npm run generate). */`,
    `export const PRICES_DATE = "${RELEASE.date}";`,
    "",
    "/** By model, dated: dollars per million tokens of input, output, cache read, cache write for 5 minutes, for 1 hour. */",
    "export const PRICES: Readonly<Record<string, readonly DatedPrice[]>> = {",
    ...models.map(({ id, prices }) => `  "${id}": [${prices.map(datedText).join(", ")}],`),
    "};",
    "",
    "/** Other names of the same models. */",
    "export const ALIASES: Readonly<Record<string, string>> = {",
    ...aliases.map(([alias, id]) => `  "${alias}": "${id}",`),
    "};",
    "",
  ].join("\n");
}

function installedVersion(): string {
  const main = createRequire(import.meta.url).resolve("@pydantic/genai-prices");
  const manifest = readFileSync(join(dirname(main), "../package.json"), "utf8");
  return (JSON.parse(manifest) as { version: string }).version;
}

function datedText({ since, rates }: Dated): string {
  return `["${since}", ${rates.join(", ")}]`;
}

function modelOf(info: ModelInfo): Model {
  const id = info.id.replace(/-latest$/, "");
  const names = new Set(namesIn(info.match).filter(isWholeName).map(undated));
  names.delete(id);
  return { id, aliases: [...names].sort(), prices: pricesOf(id, info.prices) };
}

function namesIn(match: MatchLogic): string[] {
  if ("or" in match) return match.or.flatMap(namesIn);
  if ("equals" in match) return [match.equals];
  return "starts_with" in match ? [match.starts_with] : [];
}

/** False for the beginning of a version, such as `claude-sonnet-4@` or `claude-sonnet-4-2025`. */
function isWholeName(name: string): boolean {
  return /[a-z0-9]$/.test(name) && !/-20\d\d$/.test(name);
}

function undated(name: string): string {
  return name.replace(/-\d{8}$/, "");
}

/** The prices by their first day, oldest first, without those that change nothing. */
function pricesOf(id: string, prices: ModelInfo["prices"]): Dated[] {
  const all = Array.isArray(prices) ? prices : [{ prices }];
  const dated = all.map(({ constraint, prices: of }) => {
    if (constraint?.type === "time_of_date") throw new Error(`${id} has a price by the time of day`);
    return { since: constraint?.start_date ?? "", rates: ratesOf(id, of) };
  });
  return dated
    .sort((a, b) => (a.since < b.since ? -1 : 1))
    .filter(({ rates }, index) => String(rates) !== String(dated[index - 1]?.rates));
}

/** A kind of input without its own price costs the same as input. */
function ratesOf(id: string, price: ModelPrice): Rates {
  const rate = (key: string): number | undefined => {
    const value = price[key];
    if (typeof value !== "object") return value;
    const end = ENDED_TIERS[id];
    if (end === undefined || addDays(end, RETENTION_DAYS) > RELEASE.date) throw new Error(`${id} has tiers`);
    return value.base;
  };
  const [input, output] = [rate("input_mtok"), rate("output_mtok")];
  if (input === undefined || output === undefined) throw new Error(`${id} has no price`);
  const write = rate("cache_write_mtok") ?? input;
  return [input, output, rate("cache_read_mtok") ?? input, write, rate("cache_write_1h_mtok") ?? write];
}
