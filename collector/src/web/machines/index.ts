/* The list of machines. */
export { lineOf, linePage } from "./add.ts";
export { seenOf, versionsOf } from "./cells.ts";
export { machinesPage } from "./page.ts";
export { PARAMETERS as MACHINES_PARAMETERS } from "./query.ts";
export { routeMachines } from "./routes.ts";
export { newestVersions, presenceOf, standingOf } from "./standing.ts";
export { systemName } from "./system.ts";
