export { readCredentials } from "./credentials.ts";
export {
  DETAILS,
  type Detail,
  type FetchLimitsOptions,
  fetchLimits,
  LIMITS_TIMEOUT_MS,
  OAUTH_BETA,
  USAGE_URL,
} from "./fetch.ts";
export { parseUsage } from "./parse.ts";
