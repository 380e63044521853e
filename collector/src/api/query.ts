import { GROUPINGS, type Grouping, type UsageQuery } from "../store/index.ts";
import { type Range, readRange } from "./days.ts";

/** A query string as parsed: a parameter that is repeated is a list. */
export type Parameters = Readonly<Record<string, string | readonly string[] | undefined>>;

/** A wrong parameter, by its name. */
export interface InvalidQuery {
  readonly status: "invalid_query";
  readonly path: string;
}

export interface UsageRequest {
  readonly status: "ok";
  readonly query: UsageQuery;
  readonly format: Format;
  readonly cost: boolean;
}

export const FORMATS = ["json", "csv"] as const;
export type Format = (typeof FORMATS)[number];

/** @param today the Toronto day, the default of `to` */
export function readUsageQuery(given: Parameters, today: string): UsageRequest | InvalidQuery {
  const unknown = unknownIn(given, ["from", "to", "by", "machine", "model", "account", "format", "cost"]);
  if (unknown !== undefined) return unknown;
  const range = rangeIn(given, today);
  if ("status" in range) return range;
  const by = one(given, "by") ?? "day";
  const format = one(given, "format") ?? "json";
  const cost = one(given, "cost") ?? "0";
  const groupings = typeof by === "string" ? groupingsOf(by) : undefined;
  if (groupings === undefined) return invalid("by");
  if (!FORMATS.some((known) => known === format)) return invalid("format");
  if (cost !== "0" && cost !== "1") return invalid("cost");
  const wrong = nulIn(given, ["machine", "model", "account"]);
  if (wrong !== undefined) return wrong;
  const [machine, model, account] = [many(given, "machine"), many(given, "model"), many(given, "account")];
  return {
    status: "ok",
    query: {
      ...range,
      by: groupings,
      ...(machine && { machine }),
      ...(model && { model }),
      ...(account && { account: account.map((name) => (name === "" ? null : name)) }),
    },
    format: format as Format,
    cost: cost === "1",
  };
}

/** The range of a query and its accounts. */
export function readHistoryQuery(
  given: Parameters,
  today: string,
): (Range & { readonly account?: readonly string[] }) | InvalidQuery {
  const unknown = unknownIn(given, ["from", "to", "account"]);
  if (unknown !== undefined) return unknown;
  const wrong = nulIn(given, ["account"]);
  if (wrong !== undefined) return wrong;
  const range = rangeIn(given, today);
  const account = many(given, "account");
  return "status" in range ? range : { ...range, ...(account && { account }) };
}

/** The first parameter that is not one of the known ones. */
export function unknownIn(given: Parameters, known: readonly string[]): InvalidQuery | undefined {
  return Object.keys(given).some((name) => !known.includes(name)) ? invalid("") : undefined;
}

function rangeIn(given: Parameters, today: string): Range | InvalidQuery {
  const to = one(given, "to") ?? today;
  const from = one(given, "from");
  if (typeof to !== "string") return invalid("to");
  if (typeof from === "object") return invalid("from");
  const range = readRange({ from, to });
  return range.status === "ok" ? { from: range.from, to: range.to } : invalid(range.field);
}

function groupingsOf(text: string): Grouping[] | undefined {
  const named = text.split(",");
  const known = GROUPINGS.filter((grouping) => named.includes(grouping));
  return known.length === named.length ? known : undefined;
}

function one(given: Parameters, name: string): string | readonly string[] | undefined {
  return given[name];
}

function many(given: Parameters, name: string): readonly string[] | undefined {
  const value = given[name];
  return value === undefined ? undefined : [value].flat();
}

/** The first of these filters with a NUL, which no stored text has, and which PostgreSQL takes for an error. */
function nulIn(given: Parameters, names: readonly string[]): InvalidQuery | undefined {
  const wrong = names.find((name) => many(given, name)?.some((value) => value.includes("\0")));
  return wrong === undefined ? undefined : invalid(wrong);
}

function invalid(path: string): InvalidQuery {
  return { status: "invalid_query", path };
}
