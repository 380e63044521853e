/* The Alerts page: rules, channels, what is firing, and every delivery with its answer. */
export { routeAlerts } from "./routes.ts";
export { silenceForm } from "./silence.ts";
