export { readCredentials } from "./credentials.ts";
export {
  areLimitsOff,
  DETAILS,
  type Detail,
  type FetchLimitsOptions,
  fetchLimits,
  LIMITS_TIMEOUT_MS,
  LIMITS_VARIABLE,
  OAUTH_BETA,
  USAGE_URL,
} from "./fetch.ts";
export { parseUsage } from "./parse.ts";
