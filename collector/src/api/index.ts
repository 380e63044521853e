/* The HTTP interface as data: errors, queries, and answers. */
export { joinBody } from "./bodies.ts";
export { readRange } from "./days.ts";
export { API_ERRORS, type ApiErrorBody, type ApiErrorCode, errorBody } from "./errors.ts";
export { instant, limitItem, limitJson, machineJson, readingJson, stretchItem } from "./fleet.ts";
export { givenName, MAX_MACHINE_NAME } from "./names.ts";
export { openApi } from "./openapi.ts";
export {
  FORMATS,
  type Format,
  type InvalidQuery,
  type Parameters,
  readHistoryQuery,
  readUsageQuery,
  unknownIn,
} from "./query.ts";
export { ROUTES, type Route } from "./routes.ts";
export {
  EVERY_CODE,
  errorSchema,
  historyAnswer,
  joinAnswer,
  limitsAnswer,
  machinesAnswer,
  statusAnswer,
  usageAnswer,
} from "./schemas.ts";
export { usageCsv, usageJson, usageRows } from "./usage.ts";
