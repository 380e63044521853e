import type { FastifyInstance } from "fastify";
import { addDays, startOfDay, torontoDay } from "../../../src/base/calendar.ts";
import {
  API_ERRORS,
  errorBody,
  type InvalidQuery,
  limitJson,
  machineJson,
  type Parameters,
  readHistoryQuery,
  readingJson,
  readUsageQuery,
  unknownIn,
  usageCsv,
  usageJson,
  usageRows,
} from "../api/index.ts";
import type { Store } from "../store/index.ts";
import { admit } from "./caller.ts";
import type { ServerContext } from "./context.ts";
import { type Answer, type AskedRead, askerOf, bytesOf, type Query, sendAnswer } from "./making.ts";

const TYPES = { csv: "text/csv; charset=utf-8", json: "application/json; charset=utf-8" } as const;

/** `/api/v1/`: what keys and people may read. */
export function routeReads(app: FastifyInstance, context: ServerContext): void {
  for (const path of Object.keys(READS)) {
    app.get(path, async (request, reply) => {
      const caller = await admit(request, reply, "read", context);
      if (caller === undefined) return reply;
      const asked = { path, query: request.query as Query, now: context.clock(), asker: askerOf(caller) };
      return sendAnswer(reply, await context.make({ kind: "read", ...asked }));
    });
  }
}

/** The answer of a route below `/api/v1/`. */
export function answerRead(store: Store, { path, query, now }: AskedRead): Promise<Answer> {
  const read = READS[path];
  if (read === undefined) throw new Error(`there is no route ${path}`);
  return read(store, query as Parameters, now);
}

const READS: Readonly<Record<string, (store: Store, given: Parameters, now: number) => Promise<Answer>>> = {
  "/api/v1/usage": async (store, given, now) => {
    const today = torontoDay(now);
    const read = readUsageQuery(given, today);
    if (read.status === "invalid_query") return wrongQuery(read);
    const { query, format, cost } = read;
    const rows = await usageRows(store, query, { today, cost });
    return format === "csv"
      ? textAnswer(usageCsv(query.by, rows, cost), "csv")
      : textAnswer(usageJson(query, query.by, rows), "json");
  },

  "/api/v1/machines": async (store, given) => {
    const unknown = unknownIn(given, []);
    if (unknown !== undefined) return wrongQuery(unknown);
    return jsonAnswer({ machines: (await store.machines()).map(machineJson) });
  },

  "/api/v1/limits": async (store, given, now) => {
    const unknown = unknownIn(given, []);
    if (unknown !== undefined) return wrongQuery(unknown);
    return jsonAnswer({ limits: (await store.limits()).map((reading) => limitJson(reading, now)) });
  },

  "/api/v1/limits/history": async (store, given, now) => {
    const today = torontoDay(now);
    const read = readHistoryQuery(given, today);
    if ("status" in read) return wrongQuery(read);
    const { from, to, account } = read;
    // Readings are never later than their arrival.
    const last = to < today ? to : today;
    const end = startOfDay(addDays(last, 1)) - 1;
    const readings = await store.limitsHistory(startOfDay(from), end, account);
    return jsonAnswer({ from, to, readings: readings.map(readingJson) });
  },
};

function wrongQuery({ path }: InvalidQuery): Answer {
  const detail = path === "" ? { message: "A parameter is unknown." } : { path };
  return { ...jsonAnswer(errorBody("invalid_query", detail)), status: API_ERRORS.invalid_query.status };
}

const jsonAnswer = (value: unknown): Answer => textAnswer(JSON.stringify(value), "json");

function textAnswer(text: string, format: keyof typeof TYPES): Answer {
  const headers = { "cache-control": "no-store", "content-type": TYPES[format] };
  return { status: 200, headers, body: bytesOf(text) };
}
