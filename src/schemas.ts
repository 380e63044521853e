/* What checks files that this version did not write. cli-short.js loads it where it has to. */
export { noteSchema } from "./limits/index.ts";
export { deliverySchema, historySchema, stateSchema } from "./state/index.ts";
