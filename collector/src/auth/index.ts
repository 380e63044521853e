/* Secrets, who holds them, and who may do what. */
export { type Caller, isAllowed, type Need } from "./access.ts";
export { FailureLimiter } from "./failure-limiter.ts";
export { beginningOf, type FreshSecret, hashOf, makeSecret, prefixOf, type SecretKind } from "./secrets.ts";
