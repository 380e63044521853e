import { describeCode } from "./base/system-errors.ts";

/** Something that went wrong, for people. The logs, `status`, the report, `doctor` and the docs use these words. */
export interface Failure {
  /** What happened: a clause without a capital or a period. */
  readonly what: string;
  /** What to do about it; absent if it passes by itself. */
  readonly fix?: string;
}

type Table = Readonly<Record<string, Failure>>;

const LOG_IN_AGAIN = "log in with the coding agent again";
const CHECK_TOKEN = "check the token in pushTokenFile (AGENT_USAGE_PUSH_TOKEN_FILE)";
const CHECK_URL = "check baseUrl (AGENT_USAGE_BASE_URL)";
const OTHER_STATE_DIR = "set stateDir (AGENT_USAGE_STATE_DIR) to a folder of its own";

/** No new limits, by the result's `detail`, or its `status` if it has none. */
const LIMITS = {
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

/** A push that was not delivered, by its reason. */
const PUSH = {
  not_https: { what: "the collector's URL is not https", fix: CHECK_URL },
  too_large: { what: "the snapshot is over 64 KiB", fix: "run the snapshot command to see what is large" },
  aborted: { what: "the refresh was stopped" },
  timeout: { what: "the collector did not answer in time" },
  network: {
    what: "the collector cannot be reached, its certificate is not trusted, or it redirects",
    fix: "run doctor to see which",
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
const PUSH_TOKEN = {
  unreadable: {
    what: "cannot read the push token file",
    fix: "check pushTokenFile (AGENT_USAGE_PUSH_TOKEN_FILE), and that only your user can write to the file",
  },
  malformed: {
    what: "the push token file must contain one token: printable characters, no spaces",
    fix: "write the token, and nothing else, into the file",
  },
} as const satisfies Table;

/** A state that cannot be used, by its status. A system error code is appended in words, with its own fix. */
const STATE = {
  newer: {
    what: "the state was written by a newer version of this program",
    fix: "upgrade: npm install --global agent-usage@latest",
  },
  other_program: { what: "the state folder is in use by another program", fix: OTHER_STATE_DIR },
  unknown: {
    what: "the state file does not name its program",
    fix: "check the folder, and remove it yourself",
  },
  corrupt: {
    what: "the state file is corrupt",
    fix: "run the beat command: it keeps the corrupt file, and restores the last good copy or starts over",
  },
  missing: {
    what: "the state file is missing",
    fix: "run the beat command: it restores the last good copy, if there is one",
  },
  unusable: { what: "cannot read the state", fix: "check the state file, its folder and their owner" },
  unwritable: {
    what: "cannot write to the state folder",
    fix: "check the disk and the folder's owner; the saved record is intact",
  },
  no_machine_id: {
    what: "cannot write the machine's id to the state folder",
    fix: "check the file machine-id in it",
  },
} as const satisfies Table;

const OWN_IT = `chown it to your user, or ${OTHER_STATE_DIR}`;
const FREE_SPACE = "free some disk space; the saved record is intact";

/** What to do about a system error code for the state folder or a file in it. */
const STATE_FIXES: Readonly<Record<string, string>> = {
  EACCES: OWN_IT,
  EDQUOT: FREE_SPACE,
  EFBIG: "raise the limit (ulimit -f); the saved record is intact",
  EINVAL: "move it away",
  EIO: "check the disk",
  EISDIR: "move it away",
  ELOOP: "remove the link",
  EMFILE: "raise the limit (ulimit -n)",
  ENOENT: "if it is a link, check where it leads",
  ENOSPC: FREE_SPACE,
  ENOTDIR: `move the file away, or ${OTHER_STATE_DIR}`,
  EOWNER: `run this as that user, or ${OTHER_STATE_DIR}`,
  EPERM: OTHER_STATE_DIR,
  EROFS: "set stateDir (AGENT_USAGE_STATE_DIR) to a folder on a writable disk",
};

/** Every table, for docs/failures.md. */
export const FAILURES = {
  limits: LIMITS,
  push: PUSH,
  "push-token": PUSH_TOKEN,
  state: STATE,
  system: Object.fromEntries(
    Object.entries(STATE_FIXES).map(([code, fix]) => [code, { what: describeCode(code), fix }]),
  ),
} as const;

/** Why there are no new limits. @param why the result's `detail`, or its `status` if it has none */
export function limitsFailure(why: string): Failure {
  return lookUp(LIMITS, why) ?? { what: "the limits could not be refreshed" };
}

/** Why a push was not delivered. @param reason as in a `PushResult` */
export function pushFailure(reason: string): Failure {
  return lookUp(PUSH, reason) ?? { what: "the push failed" };
}

/** @param code the system's, if the file cannot be read */
export function pushTokenFailure(status: keyof typeof PUSH_TOKEN, code?: string): Failure {
  return withCode(PUSH_TOKEN[status], code);
}

/** @param code the system's, if that is what went wrong */
export function stateFailure(status: keyof typeof STATE, code?: string): Failure {
  const { what, fix }: Failure = withCode(STATE[status], code);
  const better = (code === undefined ? undefined : STATE_FIXES[code]) ?? fix;
  return { what, ...(better !== undefined && { fix: better }) };
}

/** On one line: what happened, then how to fix it. */
export function describeFailure({ what, fix }: Failure): string {
  return fix === undefined ? what : `${what}. Fix: ${fix}`;
}

function withCode(failure: Failure, code: string | undefined): Failure {
  return code === undefined ? failure : { ...failure, what: `${failure.what}: ${describeCode(code)}` };
}

function lookUp(table: Table, code: string): Failure | undefined {
  if (Object.hasOwn(table, code)) return table[code];
  const status = /^http_(\d{3})$/.exec(code)?.[1];
  const other = table["http_<status>"];
  if (status === undefined || other === undefined) return undefined;
  return { ...other, what: other.what.replace("<status>", status) };
}
