import type { FastifyInstance } from "fastify";
import { openApi } from "../api/index.ts";
import { VERSION } from "../version.ts";

/** `GET /openapi.json` */
export function routeOpenApi(app: FastifyInstance): void {
  let text: string | undefined;
  app.get("/openapi.json", async (_request, reply) => {
    text ??= JSON.stringify(openApi(VERSION));
    return reply.type("application/json; charset=utf-8").send(text);
  });
}
