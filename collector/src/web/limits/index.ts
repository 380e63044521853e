/* The history of the limits. */
export { routeLimits } from "./routes.ts";
