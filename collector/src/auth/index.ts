/* Secrets, who holds them, and who may do what. */
export { type Caller, isAllowed, MAX_NAME_LENGTH, type Need, type PersonCaller } from "./access.ts";
export { FailureLimiter } from "./failure-limiter.ts";
export { KNOWN_MS, knownBrowser, makeKnownBrowser } from "./known-browser.ts";
export { FLOW_MS, type Flow, makeFlow, readFlow } from "./oidc-flow.ts";
export { MIN_PASSWORD_LENGTH, type PasswordProblem, passwordProblem } from "./password-rules.ts";
export { Passwords } from "./passwords.ts";
export { Provider, type Vouched } from "./provider.ts";
export { beginningOf, type FreshSecret, hashOf, makeSecret, prefixOf, type SecretKind } from "./secrets.ts";
