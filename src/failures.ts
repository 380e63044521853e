import { vendor } from "#vendor";
import type { ProgramEnd } from "./base/process-group.ts";
import { describeCode } from "./base/system-errors.ts";
import { type Failure, KEYCHAIN, LIMITS, lookUp, type Table } from "./limits-failures.ts";

export {
  type Failure,
  isAboutLogin,
  KEYCHAIN_FAILURES,
  type KeychainFailure,
  keychainFailure,
  limitsFailure,
} from "./limits-failures.ts";

const run = (command: string) => `run "${vendor.program} ${command}"`;
const DOCTOR = run("doctor");

const CHECK_TOKEN = "check the token in pushTokenFile (AGENT_USAGE_PUSH_TOKEN_FILE)";
const CHECK_URL = "check baseUrl (AGENT_USAGE_BASE_URL)";
const TEST_ALERT = `${run("alert --test")} to see its output`;
const OTHER_STATE_DIR = "set stateDir (AGENT_USAGE_STATE_DIR) to a folder of its own";

/** A push that was not delivered, by its reason. */
const PUSH = {
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

/** There is no transcripts folder. */
const ROOTS = {
  missing: {
    what: "there is no transcripts folder",
    fix: "use the coding agent once, or set transcriptRoots (AGENT_USAGE_TRANSCRIPTS)",
  },
  elsewhere: {
    what: "there is no transcripts folder where the settings say, but there is one at <place>",
    fix: "correct transcriptRoots (AGENT_USAGE_TRANSCRIPTS) or <variable>",
  },
  other_agent: {
    what: "there is no transcripts folder, but <agent> has one: <place>",
    fix: "run <program>",
  },
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

/** A collector's CA file that cannot be used, by its status. A system error code is appended to the first one, in words. */
const COLLECTOR_CA = {
  unreadable: {
    what: "cannot read the collector's CA file",
    fix: "check collectorCa (AGENT_USAGE_COLLECTOR_CA), and that only your user can write to the file",
  },
  malformed: {
    what: "the collector's CA file must contain a certificate in PEM",
    fix: "join the collector again, or check collectorCa (AGENT_USAGE_COLLECTOR_CA)",
  },
} as const satisfies Table;

/** Why a machine could not join a collector. */
const JOIN = {
  not_a_line: {
    what: "this is not a line to join with",
    fix: "copy the whole line that the collector printed, with its quotes",
  },
  fingerprint_differs: {
    what: "the collector's certificate is not the one that the line names, so nothing was sent",
    fix: "get a new line from the collector. If it differs again, something between it and this machine answers in its place",
  },
  invalid_code: {
    what: "the collector does not know the code: it has expired, was used up or was revoked",
    fix: "get a new line: agent-usage-collector invite",
  },
  no_join: {
    what: "no collector that machines can join answers at this URL",
    fix: "check the URL, or upgrade the collector",
  },
  other_version: {
    what: "the collector does not understand this version of agent-usage",
    fix: "upgrade agent-usage and the collector",
  },
  too_many: {
    what: "the collector has seen too many failed attempts from here",
    fix: "try again in a minute",
  },
  unavailable: { what: "the collector cannot be used right now", fix: "try again later" },
  unexpected: { what: "the collector sent an answer that cannot be used", fix: "check the URL" },
  not_trusted: {
    what: "the collector's certificate is not trusted, so nothing was sent",
    fix: "set collectorCa to its authority, or use a line that names its fingerprint",
  },
  other_name: {
    what: "the collector's certificate is for another name than the line's, so nothing was sent",
    fix: "start the collector with --url set to the name that machines use",
  },
  clock: {
    what: "the collector's certificate is not valid at this machine's time, so nothing was sent",
    fix: "check this machine's clock and the collector's",
  },
  unreachable: {
    what: "the collector cannot be reached",
    fix: "check the URL and the network. A collector accepts other machines only with --listen set to an address of its own",
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
    fix: `${run("beat")}: it keeps the corrupt file, and restores the last good copy or starts over`,
  },
  missing: {
    what: "the state file is missing",
    fix: `${run("beat")}: it restores the last good copy, if there is one`,
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

/** A Node that cannot scan. */
const RUNTIME = {
  no_webassembly: {
    what: "this Node has no WebAssembly, which every scan needs",
    fix: "remove --jitless from NODE_OPTIONS or from the command that starts Node, or install another Node",
  },
  no_memory: {
    what: "Node cannot reserve memory for WebAssembly, so no transcripts can be scanned",
    fix: "raise `ulimit -v` above 10 GB, or start with node --disable-wasm-trap-handler",
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

/** An alert command that failed, by how it ended. A system error code is appended to `not_started`, in words. */
const ALERT = {
  not_set: {
    what: "there is no alert command",
    fix: "set alertCommand (AGENT_USAGE_ALERT_COMMAND)",
  },
  not_found: {
    what: "the alert command was not found",
    fix: "write the full path of the program in alertCommand: a service may have another PATH than your shell",
  },
  not_started: { what: "cannot start the alert command", fix: "check the program in alertCommand" },
  timeout: {
    what: "the alert command took over 10 seconds, so it was ended",
    fix: "let alertCommand end, or start what takes longer in the background",
  },
  killed: { what: "the alert command was ended by a signal", fix: TEST_ALERT },
  "exit_<code>": { what: "the alert command failed with exit code <code>", fix: TEST_ALERT },
} as const satisfies Table;

/** Every table, for docs/failures.md. */
export const FAILURES = {
  limits: LIMITS,
  keychain: KEYCHAIN,
  push: PUSH,
  "push-token": PUSH_TOKEN,
  "collector-ca": COLLECTOR_CA,
  join: JOIN,
  transcripts: ROOTS,
  alert: ALERT,
  state: STATE,
  runtime: RUNTIME,
  system: Object.fromEntries(
    Object.entries(STATE_FIXES).map(([code, fix]) => [code, { what: describeCode(code), fix }]),
  ),
} as const;

/** Why a push was not delivered. @param reason as in a `PushResult` */
export function pushFailure(reason: string): Failure {
  return lookUp(PUSH, reason) ?? { what: "the push failed" };
}

/** Where a known coding agent has transcripts. */
interface Elsewhere {
  readonly shown: string;
  readonly program: string;
  readonly agent?: string;
  readonly variable?: string;
}

/** No transcripts folder exists. @param program the one that is running */
export function rootsFailure(elsewhere: Elsewhere | undefined, program: string): Failure {
  if (elsewhere === undefined) return ROOTS.missing;
  const { shown, agent = "another coding agent", variable } = elsewhere;
  const { what, fix } = elsewhere.program === program ? ROOTS.elsewhere : ROOTS.other_agent;
  return {
    what: what.replace("<agent>", agent).replace("<place>", () => shown),
    fix: fix
      .replace("<program>", elsewhere.program)
      .replace(" or <variable>", variable === undefined ? "" : ` or ${variable}`),
  };
}

/** @param code the system's, if the file cannot be read */
export function pushTokenFailure(status: keyof typeof PUSH_TOKEN, code?: string): Failure {
  return withCode(PUSH_TOKEN[status], code);
}

export function joinFailure(reason: keyof typeof JOIN): Failure {
  return JOIN[reason];
}

/** @param code the system's, if the file cannot be read */
export function collectorCaFailure(status: keyof typeof COLLECTOR_CA, code?: string): Failure {
  return withCode(COLLECTOR_CA[status], code);
}

export const NO_ALERT_COMMAND: Failure = ALERT.not_set;

/** How an alert command failed; `undefined` if it did not. */
export function alertFailure(end: ProgramEnd): Failure | undefined {
  switch (end.status) {
    case "exited": {
      const { what, fix } = ALERT["exit_<code>"];
      return end.code === 0 ? undefined : { what: what.replace("<code>", String(end.code)), fix };
    }
    case "not_started":
      return end.code === "ENOENT" ? ALERT.not_found : withCode(ALERT.not_started, end.code);
    case "timeout":
    case "killed":
      return ALERT[end.status];
    case "aborted":
      return undefined;
  }
}

/** @param code the system's, if that is what went wrong */
export function stateFailure(status: keyof typeof STATE, code?: string): Failure {
  const { what, fix }: Failure = withCode(STATE[status], code);
  const better = (code === undefined ? undefined : STATE_FIXES[code]) ?? fix;
  return { what, ...(better !== undefined && { fix: better }) };
}

/** @param status why Node cannot scan */
export function runtimeFailure(status: keyof typeof RUNTIME): (typeof RUNTIME)[keyof typeof RUNTIME] {
  return RUNTIME[status];
}

/** On one line: what happened, then how to fix it. */
export function describeFailure({ what, fix }: Failure): string {
  return fix === undefined ? what : `${what}. Fix: ${fix}`;
}

function withCode(failure: Failure, code: string | undefined): Failure {
  return code === undefined ? failure : { ...failure, what: `${failure.what}: ${describeCode(code)}` };
}
