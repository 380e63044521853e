/* When a limit is worth an alert, and the command that reports it. */
export type { Alert } from "./alert.ts";
export { dueAlerts, type RaisedAlert, type WatchedLimit } from "./due.ts";
export { ALERT_TIMEOUT_MS, type AlertWords, raiseAlert } from "./raise.ts";
