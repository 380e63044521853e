/* The HTTP server: its routes, its limits, and the answers to everything else. */
export { type AppOptions, bareApp, collectorApp } from "./app.ts";
export { callerOf } from "./caller.ts";
export {
  clientAddress,
  LOCAL_SESSION,
  SECURE_SESSION,
  type ServerContext,
  sessionSecret,
} from "./context.ts";
export { type Listening, listen } from "./listen.ts";
export { localApp } from "./local.ts";
export { PushCounts } from "./push-counts.ts";
export { refuse } from "./refuse.ts";
