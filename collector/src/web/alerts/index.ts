/* The Alerts page: rules, channels, what is open, and every delivery with its answer. */
export { type OpenAlert, openAlerts } from "./open.ts";
export { routeAlerts } from "./routes.ts";
export { silenceForm } from "./silence.ts";
