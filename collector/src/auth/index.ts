/* Secrets, who holds them, and who may do what. */
export { type Caller, isAllowed, MAX_NAME_LENGTH, type Need, type PersonCaller } from "./access.ts";
export { FailureLimiter } from "./failure-limiter.ts";
export { MIN_PASSWORD_LENGTH, type PasswordProblem, passwordProblem } from "./password-rules.ts";
export { Passwords } from "./passwords.ts";
export { beginningOf, type FreshSecret, hashOf, makeSecret, prefixOf, type SecretKind } from "./secrets.ts";
