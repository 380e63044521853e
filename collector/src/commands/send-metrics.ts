import { GAP_MS } from "../alerts/index.ts";
import { exportMetrics } from "../otlp/index.ts";
import type { ServerContext } from "../server/index.ts";
import type { Settings } from "../settings/index.ts";
import { VERSION } from "../version.ts";

/** Sends metrics if an endpoint is set. @returns the function that ends it */
export function sendMetrics({ otlp }: Settings, context: ServerContext): () => Promise<void> {
  if (otlp === undefined) return async () => {};
  const { store, alerts, clock } = context;
  const isFirst = async () => (await store.alerts.firstProcess(clock() - GAP_MS)) === alerts.process;
  return exportMetrics({ ...context, otlp, isFirst, version: VERSION });
}
