import type { FastifyInstance } from "fastify";
import type { Store } from "../store/index.ts";

/** `GET /livez`: the process runs. `GET /readyz`: the store can be written. */
export function routeHealth(app: FastifyInstance, { store }: { readonly store: Pick<Store, "ready"> }): void {
  app.get("/livez", async () => ({ status: "ok" }));
  let asked: Promise<void> | undefined;
  app.get("/readyz", async () => {
    // Anyone may ask, and it writes: however many ask at once, it takes one connection to the database.
    asked ??= store.ready().finally(() => {
      asked = undefined;
    });
    await asked;
    return { status: "ok" };
  });
}
