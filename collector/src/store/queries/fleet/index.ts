/* What pages show of the whole fleet: few rows, however many machines there are. */
export { fleetUsage, fleetUsages } from "./fleet-usage.ts";
export { machineTotals } from "./machine-totals.ts";
