import * as z from "zod";
import { vendor } from "#vendor";
import { isJsonObject, parseJson } from "../../base/json.ts";
import { MAX_TEXT } from "../../base/strings.ts";
import { sumOf } from "../disk/checksum.ts";
import type { LimitReading } from "./readings.ts";

const SCHEMA_VERSION = 1;
/** The most bytes that the file has (rule HISTORY-2). */
const MAX_BYTES = 290_000;
/** How much of the history a step of shortening drops: a tenth. */
const SHORTENED = 10;

const SECOND_MS = 1000;
/** The last second that a `Date` holds. */
const MAX_SECOND = 8.64e12;
const text = z.string().max(MAX_TEXT);
const index = z.int().nonnegative();
const second = z.int().min(-MAX_SECOND).max(MAX_SECOND);

/** The file (rule HISTORY-2): each limit and severity once, and a short row a reading. Times in seconds since the epoch. */
const historySchema = z.object({
  schemaVersion: z.literal(SCHEMA_VERSION),
  program: z.literal(vendor.program),
  limits: z.array(
    z.object({ kind: text.min(1), group: text, model: text.nullable(), severity: text.exactOptional() }),
  ),
  /** The limit's index, percent, fetchedAt, resetsAt. */
  readings: z.array(z.tuple([index, z.int().min(0).max(100), second, second.nullable()])),
});
type History = z.infer<typeof historySchema>;

export type DecodedHistory =
  | { readonly status: "ok"; readonly readings: readonly LimitReading[] }
  /** Written by a newer version, or by another program. It is left as it is. */
  | { readonly status: "foreign" }
  | { readonly status: "corrupt" };

/** The text of the file, under 300 kB: the oldest readings are dropped if need be. */
export function encodeHistory(readings: readonly LimitReading[]): string {
  const history = pack(readings);
  const encoded = `${JSON.stringify({ ...history, sum: sumOf(history) })}\n`;
  if (Buffer.byteLength(encoded) <= MAX_BYTES) return encoded;
  return encodeHistory(readings.slice(Math.ceil(readings.length / SHORTENED)));
}

/** Reads the text of a file. Never throws. */
export function decodeHistory(encoded: string): DecodedHistory {
  const content = parseJson(encoded);
  if (!isJsonObject(content)) return { status: "corrupt" };
  const { schemaVersion, program, sum, ...rest } = content;
  if (sum !== sumOf({ schemaVersion, program, ...rest })) return { status: "corrupt" };
  if (schemaVersion !== SCHEMA_VERSION || program !== vendor.program) return { status: "foreign" };
  const parsed = historySchema.safeParse(content);
  const readings = parsed.success ? unpack(parsed.data) : undefined;
  return readings === undefined ? { status: "corrupt" } : { status: "ok", readings };
}

function pack(readings: readonly LimitReading[]): History {
  const indexes = new Map<string, number>();
  const limits: History["limits"] = [];
  const rows = readings.map(({ kind, group, model, severity, percent, fetchedAt, resetsAt }) => {
    const limit = { kind, group, model, ...(severity !== undefined && { severity }) };
    const key = JSON.stringify([kind, group, model, severity]);
    const known = indexes.get(key) ?? limits.push(limit) - 1;
    indexes.set(key, known);
    return [known, percent, secondOf(fetchedAt), resetsAt === null ? null : secondOf(resetsAt)] as const;
  });
  return {
    schemaVersion: SCHEMA_VERSION,
    program: vendor.program,
    limits,
    readings: rows.map((row) => [...row]),
  };
}

/** Undefined if a row names a limit that is not there. */
function unpack({ limits, readings }: History): LimitReading[] | undefined {
  const unpacked = readings.flatMap(([at, percent, fetchedAt, resetsAt]) => {
    const limit = limits[at];
    if (limit === undefined) return [];
    return {
      ...limit,
      percent,
      fetchedAt: iso(fetchedAt),
      resetsAt: resetsAt === null ? null : iso(resetsAt),
    };
  });
  return unpacked.length === readings.length ? unpacked : undefined;
}

function secondOf(instant: string): number {
  return Math.floor(Date.parse(instant) / SECOND_MS);
}

function iso(epochSeconds: number): string {
  return new Date(epochSeconds * SECOND_MS).toISOString();
}
