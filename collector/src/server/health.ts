import type { FastifyInstance } from "fastify";
import type { ServerContext } from "./context.ts";

/** `GET /livez`: the process runs. `GET /readyz`: the store can be written. */
export function routeHealth(app: FastifyInstance, { store }: ServerContext): void {
  app.get("/livez", async () => ({ status: "ok" }));
  app.get("/readyz", async () => {
    await store.ready();
    return { status: "ok" };
  });
}
