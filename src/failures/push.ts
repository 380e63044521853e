import { type Failure, lookUp, type Table } from "../limits-failures.ts";
import { run, withCode } from "./words.ts";

const DOCTOR = run("doctor");
const CHECK_TOKEN = "check the token in pushTokenFile (AGENT_USAGE_PUSH_TOKEN_FILE)";
const CHECK_URL = "check baseUrl (AGENT_USAGE_BASE_URL)";

/** A push that was not delivered, by its reason. */
export const PUSH = {
  not_https: { what: "the collector's URL is not https", fix: CHECK_URL },
  too_large: { what: "the snapshot is over 64 KiB", fix: `${run("snapshot")} to see what is large` },
  aborted: { what: "the refresh was stopped" },
  timeout: { what: "the collector did not answer in time" },
  network: {
    what: "the collector cannot be reached, its certificate is not trusted, or it redirects",
    fix: `${DOCTOR} to see which`,
  },
  no_ca: {
    what: "the collector's CA file cannot be used, so nothing was sent",
    fix: `${DOCTOR} to see why`,
  },
  http_401: { what: "the collector refused the push token, or there was none (HTTP 401)", fix: CHECK_TOKEN },
  http_403: { what: "the collector refused the push token, or there was none (HTTP 403)", fix: CHECK_TOKEN },
  http_404: { what: "the collector does not accept pushes at this URL (HTTP 404)", fix: CHECK_URL },
  http_405: { what: "the collector does not accept pushes at this URL (HTTP 405)", fix: CHECK_URL },
  http_407: {
    what: "the proxy requires a login (HTTP 407)",
    fix: "check the user and password in HTTPS_PROXY",
  },
  http_413: {
    what: "the snapshot is too large for the collector (HTTP 413)",
    fix: "let the collector accept bodies of 64 KiB",
  },
  "http_<status>": { what: "the collector answered HTTP <status>" },
} as const satisfies Table;

/** A push token that cannot be used, by its status. A system error code is appended to the first one, in words. */
export const PUSH_TOKEN = {
  unreadable: {
    what: "cannot read the push token file",
    fix: "check pushTokenFile (AGENT_USAGE_PUSH_TOKEN_FILE), and that only your user can write to the file",
  },
  malformed: {
    what: "the push token file must contain one token: printable characters, no spaces",
    fix: "write the token, and nothing else, into the file",
  },
} as const satisfies Table;

/** A collector's CA file that cannot be used, by its status. A system error code is appended to the first one, in words. */
export const COLLECTOR_CA = {
  unreadable: {
    what: "cannot read the collector's CA file",
    fix: "check collectorCa (AGENT_USAGE_COLLECTOR_CA), and that only your user can write to the file",
  },
  malformed: {
    what: "the collector's CA file must contain a certificate in PEM",
    fix: "join the collector again, or check collectorCa (AGENT_USAGE_COLLECTOR_CA)",
  },
} as const satisfies Table;

/** Why a push was not delivered. @param reason as in a `PushResult` */
export function pushFailure(reason: string): Failure {
  return lookUp(PUSH, reason) ?? { what: "the push failed" };
}

/** @param code the system's, if the file cannot be read */
export function pushTokenFailure(status: keyof typeof PUSH_TOKEN, code?: string): Failure {
  return withCode(PUSH_TOKEN[status], code);
}

/** @param code the system's, if the file cannot be read */
export function collectorCaFailure(status: keyof typeof COLLECTOR_CA, code?: string): Failure {
  return withCode(COLLECTOR_CA[status], code);
}
