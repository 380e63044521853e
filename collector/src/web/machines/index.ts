/* The list of machines. */
export { lineOf, linePage } from "./add.ts";
export { seenOf, versionsOf } from "./cells.ts";
export { routeMachines } from "./routes.ts";
export { newestVersions, presenceOf, standingOf } from "./standing.ts";
export { systemName } from "./system.ts";
