import { vendor } from "#vendor";
import { isJsonObject, type JsonObject, parseJson } from "../../base/json.ts";
import { isOurs, seal, sumOf } from "../disk/checksum.ts";
import type { LimitReading } from "./readings.ts";
import type { History } from "./schema.ts";
import { HISTORY_SCHEMA_VERSION } from "./schema-version.ts";

/** The most bytes that the file has (rule HISTORY-2). */
const MAX_BYTES = 290_000;
/** How much of the history a step of shortening drops: a tenth. */
const SHORTENED = 10;

const SECOND_MS = 1000;

export type DecodedHistory =
  | { readonly status: "ok"; readonly readings: readonly LimitReading[] }
  /** Written by a newer version, or by another program. It is left as it is. */
  | { readonly status: "foreign" }
  | { readonly status: "corrupt" };

/** The text of the file, under 300 kB: the oldest readings are dropped if need be. */
export function encodeHistory(readings: readonly LimitReading[]): string {
  const history = pack(readings);
  const encoded = seal(history);
  if (Buffer.byteLength(encoded) <= MAX_BYTES) return encoded;
  return encodeHistory(readings.slice(Math.ceil(readings.length / SHORTENED)));
}

/** Reads the text of a file. Never rejects. */
export async function decodeHistory(encoded: string): Promise<DecodedHistory> {
  const content = parseJson(encoded);
  if (!isJsonObject(content)) return { status: "corrupt" };
  const { schemaVersion, program, sum, ...rest } = content;
  if (sum !== sumOf({ schemaVersion, program, ...rest })) return { status: "corrupt" };
  if (schemaVersion !== HISTORY_SCHEMA_VERSION || program !== vendor.program) return { status: "foreign" };
  const history = isOurs(content) ? (content as unknown as History) : await parse(content);
  const readings = history && unpack(history);
  return readings === undefined ? { status: "corrupt" } : { status: "ok", readings };
}

async function parse(content: JsonObject): Promise<History | undefined> {
  const { historySchema } = await import("./schema.ts");
  return historySchema.safeParse(content).data;
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
    schemaVersion: HISTORY_SCHEMA_VERSION,
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
