import type { FastifyInstance } from "fastify";
import { Deadline } from "../../../src/base/net/deadline.ts";
import { type Store, StoreUnavailable } from "../store/index.ts";

/** How long the store may take to say that it is ready, in milliseconds: balancers give up after 2 seconds. */
const READY_MS = 1_000;

export interface HealthOptions {
  readonly store: Pick<Store, "ready">;
  readonly readyMs?: number;
}

/** `GET /livez`: the process runs. `GET /readyz`: it reaches a store that takes writes. */
export function routeHealth(app: FastifyInstance, { store, readyMs = READY_MS }: HealthOptions): void {
  app.get("/livez", async () => ({ status: "ok" }));
  let asked: Promise<void> | undefined;
  app.get("/readyz", async () => {
    // Anyone may ask: however many ask at once, and however long it takes, it takes one connection to the database.
    asked ??= store.ready().finally(() => {
      asked = undefined;
    });
    await inTime(asked, readyMs);
    return { status: "ok" };
  });
}

async function inTime(asked: Promise<void>, ms: number): Promise<void> {
  const deadline = new Deadline(ms);
  try {
    await deadline.race(() => asked);
  } catch (error) {
    throw deadline.signal.aborted ? new StoreUnavailable("silent") : error;
  } finally {
    deadline.clear();
  }
}
