import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { addDays, startOfDay, torontoDay } from "../../../src/base/calendar.ts";
import {
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
import { admit } from "./caller.ts";
import type { ServerContext } from "./context.ts";
import { refuse } from "./refuse.ts";

/** `/api/v1/`: what keys and people may read. */
export function routeReads(app: FastifyInstance, context: ServerContext): void {
  const { store, clock } = context;
  const get = (path: string, answer: (given: Parameters, reply: FastifyReply) => Promise<unknown>) => {
    app.get(path, async (request: FastifyRequest, reply) => {
      if (!(await admit(request, reply, "read", context))) return reply;
      reply.header("cache-control", "no-store");
      return answer(request.query as Parameters, reply);
    });
  };

  get("/api/v1/usage", async (given, reply) => {
    const today = torontoDay(clock());
    const read = readUsageQuery(given, today);
    if (read.status === "invalid_query") return wrongQuery(reply, read);
    const { query, format, cost } = read;
    const rows = await usageRows(store, query, { today, cost });
    return format === "csv"
      ? reply.type("text/csv; charset=utf-8").send(usageCsv(query.by, rows, cost))
      : reply.type("application/json; charset=utf-8").send(usageJson(query, query.by, rows));
  });

  get("/api/v1/machines", async (given, reply) => {
    const unknown = unknownIn(given, []);
    if (unknown !== undefined) return wrongQuery(reply, unknown);
    return { machines: (await store.machines()).map(machineJson) };
  });

  get("/api/v1/limits", async (given, reply) => {
    const unknown = unknownIn(given, []);
    if (unknown !== undefined) return wrongQuery(reply, unknown);
    const now = clock();
    return { limits: (await store.limits()).map((reading) => limitJson(reading, now)) };
  });

  get("/api/v1/limits/history", async (given, reply) => {
    const today = torontoDay(clock());
    const read = readHistoryQuery(given, today);
    if ("status" in read) return wrongQuery(reply, read);
    const { from, to, account } = read;
    // Readings are never later than their arrival.
    const last = to < today ? to : today;
    const end = startOfDay(addDays(last, 1)) - 1;
    const readings = await store.limitsHistory(startOfDay(from), end, account);
    return { from, to, readings: readings.map(readingJson) };
  });
}

function wrongQuery(reply: FastifyReply, { path }: InvalidQuery): FastifyReply {
  return refuse(reply, "invalid_query", path === "" ? { message: "A parameter is unknown." } : { path });
}
