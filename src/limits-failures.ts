/** Something that went wrong, for people. The logs, `status`, the report, `doctor` and the docs use these words. */
export interface Failure {
  /** What happened: a clause without a capital or a period. */
  readonly what: string;
  /** What to do about it; absent if it passes by itself. */
  readonly fix?: string;
}

export type Table = Readonly<Record<string, Failure>>;

const LOG_IN_AGAIN = "log in with the coding agent again";

/** No new limits, by the result's `detail`, or its `status` if it has none. */
export const LIMITS = {
  disabled: { what: "the limits are turned off", fix: "unset AGENT_USAGE_LIMITS" },
  no_credentials: { what: "no login found", fix: "log in with the coding agent" },
  parse_error: { what: "the credentials file cannot be read", fix: LOG_IN_AGAIN },
  token_expired: { what: "the login has expired", fix: "use the coding agent, which renews it" },
  no_version: { what: "the coding agent's version is unknown", fix: "use the coding agent once" },
  timeout: { what: "the usage endpoint did not answer in time" },
  network: { what: "the usage endpoint cannot be reached" },
  bad_response: { what: "the usage endpoint sent an answer that cannot be used" },
  http_401: { what: "the usage endpoint refused the login (HTTP 401)", fix: LOG_IN_AGAIN },
  http_403: { what: "the usage endpoint refused the login (HTTP 403)", fix: LOG_IN_AGAIN },
  http_429: { what: "the usage endpoint is limiting requests (HTTP 429)" },
  "http_<status>": { what: "the usage endpoint answered HTTP <status>" },
} as const satisfies Table;

const READ_KEYCHAIN =
  'set "credentials": "keychain" in the settings file (AGENT_USAGE_CREDENTIALS=keychain); docs/service.md says what that does';

/** No new limits, by what is known of the login in the macOS Keychain. */
export const KEYCHAIN = {
  not_read: {
    what: "the coding agent keeps its login in the macOS Keychain, which is not read",
    fix: READ_KEYCHAIN,
  },
  absent: { what: "the Keychain has no login of the coding agent", fix: "log in with the coding agent" },
  no_login: {
    what: "the coding agent's item in the Keychain has no login",
    fix: "log in with the coding agent",
  },
  locked: {
    what: "the Keychain is locked, or cannot be unlocked from here (SSH)",
    fix: "run security unlock-keychain, or log in at the Mac",
  },
  denied: { what: "macOS denied access to the login in the Keychain", fix: LOG_IN_AGAIN },
  timeout: {
    what: "the Keychain did not answer in time; macOS may have asked for permission",
    fix: LOG_IN_AGAIN,
  },
  malformed: { what: "the coding agent's item in the Keychain cannot be read", fix: LOG_IN_AGAIN },
  failed: { what: "/usr/bin/security, which reads the Keychain, failed", fix: "run it by hand to see why" },
} as const satisfies Table;

/** What is known of the login in the Keychain, if it could not be used. */
export type KeychainFailure = keyof typeof KEYCHAIN;
export const KEYCHAIN_FAILURES = Object.keys(KEYCHAIN) as [KeychainFailure, ...KeychainFailure[]];

/** Whether a login in the Keychain may explain these missing limits. @param why as in `limitsFailure` */
export function isAboutLogin(why: string): boolean {
  return why === "no_credentials" || why === "parse_error" || why === "token_expired";
}

/**
 * Why there are no new limits. @param why the result's `detail`, or its `status` if it has none
 * @param keychain what is known of the login in the Keychain, if the limits need it
 */
export function limitsFailure(why: string, keychain?: KeychainFailure): Failure {
  if (keychain !== undefined && isAboutLogin(why)) return KEYCHAIN[keychain];
  return lookUp(LIMITS, why) ?? { what: "the limits could not be refreshed" };
}

/** Why the login in the Keychain cannot be used. */
export function keychainFailure(status: KeychainFailure): { readonly what: string; readonly fix: string } {
  return KEYCHAIN[status];
}

/** The failure of a code in a table; that of `http_<status>` for an HTTP status without an entry of its own. */
export function lookUp(table: Table, code: string): Failure | undefined {
  if (Object.hasOwn(table, code)) return table[code];
  const status = /^http_(\d{3})$/.exec(code)?.[1];
  const other = table["http_<status>"];
  if (status === undefined || other === undefined) return undefined;
  return { ...other, what: other.what.replace("<status>", status) };
}
