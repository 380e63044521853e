/* The page of one machine, and what can be done with it. */
export { machinePage } from "./page.ts";
export { routeMachine } from "./routes.ts";
