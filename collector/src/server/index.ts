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
export type { SendErrorPage } from "./failures.ts";
export { type Listening, listen } from "./listen.ts";
export { localApp } from "./local.ts";
export {
  type Answer,
  type Asked,
  type AskedPage,
  type AskedRead,
  askerOf,
  bytesOf,
  type Make,
  NotMade,
  sendAnswer,
  type Visitor,
} from "./making.ts";
export { PushCounts } from "./push-counts.ts";
export { answerRead } from "./reads.ts";
export { refuse } from "./refuse.ts";
