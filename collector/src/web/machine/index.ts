/* The page of one machine, and what can be done with it. */
export { routeMachine } from "./routes.ts";
