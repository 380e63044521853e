/* What pages show of the whole fleet: few rows, however many machines there are. */
export { fleetUsage, fleetUsages } from "./fleet-usage.ts";
export { GROUPS } from "./group-sums.ts";
export { KeptDays } from "./kept-days.ts";
export { KeptTables } from "./kept-tables.ts";
export { machineTotals } from "./machine-totals.ts";
export { usage } from "./machine-usage.ts";
