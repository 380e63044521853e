// The description of each setting and variable on the pages. The compiler reports a missing one.
import type { Variable } from "../../src/base/edges.ts";
import { LOG_LEVELS } from "../../src/base/log/levels.ts";
import type { Setting } from "../../src/settings/index.ts";
import { vendor as claudeCode } from "../../src/vendor/claude-code.ts";
import { code } from "./page.ts";

const LEVELS = `${LOG_LEVELS.slice(0, -1).map(code).join(", ")} or ${code(LOG_LEVELS.at(-1) ?? "")}`;

export const SETTINGS: Readonly<Record<Setting, string>> = {
  baseUrl: "the collector; https only",
  collectorCa:
    "a PEM file with the certificate authority that alone vouches for the collector (default: those that Node trusts)",
  pushTokenFile:
    "file with the collector's token (default: `push-token` in `$CREDENTIALS_DIRECTORY`, if there is one)",
  credentials:
    "where the access token is: `file` (default), or `keychain` for `agent-usage-claude-code` on macOS",
  credentialsPath: "the coding agent's credentials file",
  transcriptRoots: "folders with transcripts, separated by `:`; an array in the file",
  stateDir: "where the state is kept: a folder of its own. Other users lose access to it",
  label: "this machine's name for people, 1 to 128 characters (default: the host name)",
  account: "a label for the plan's account; not sent unless set",
  logLevel: LEVELS,
  logFormat:
    "`text` (lines for people) or `json`; default: `text` on a terminal and in a service's log, `json` in a pipe or another file",
  alertAt:
    'what raises an [alert](alerts.md): percents used, separated by `,`, and `forecast`; an array in the file (default: `[80, 95, "forecast"]`)',
  alertCommand:
    "the program to start for each [alert](alerts.md), and its arguments: an array, in the variable as JSON. Without it, there are no alerts",
  page: "a file that `run` and `beat` write [the page](page.md#a-page-that-stays-up-to-date) to after each refresh. Without it, they write none",
};

export const LIMITS_SWITCH =
  "`off` turns the limits call off, `on` is the default, and any other value is refused; no key in the file";

const PROXY =
  "the proxy to use, if `NODE_USE_ENV_PROXY` is 1: a URL that begins with `http://` or `https://`. The lower-case variable wins";
const ALL_PROXY =
  "not used by Node; a warning says so if `NODE_USE_ENV_PROXY` is 1 and no other proxy is set";
const NO_PROXY = "the hosts to call without the proxy";
const LOCALE = "bars are ASCII if the first of these that is set names a locale that is not UTF-8";
const BY_MANAGER = "set by the service manager or in the service file, never by you";

/** Each variable but the settings; those with the same words share a row. */
export const ENVIRONMENT: Readonly<Record<Exclude<Variable, `${string}_CONFIG_DIR`>, string>> = {
  HOME: "your home folder; by default, everything is below it",
  USER: "the account of the Keychain item, if `credentials` is `keychain`; macOS sets it",
  XDG_CONFIG_HOME: "the folder above the settings (default: `~/.config`)",
  XDG_STATE_HOME:
    "the folder above the state (default: `~/.local/state`; on macOS `~/Library/Application Support`)",
  NODE_USE_ENV_PROXY: "`1` sends both calls through a proxy; needs Node 22.21 or 24.5",
  HTTPS_PROXY: PROXY,
  https_proxy: PROXY,
  ALL_PROXY,
  all_proxy: ALL_PROXY,
  NO_PROXY,
  no_proxy: NO_PROXY,
  NODE_EXTRA_CA_CERTS: "a file with additional certificate authorities, as for every Node program",
  NODE_TLS_REJECT_UNAUTHORIZED:
    "ignored, with a warning: certificates are always checked. `doctor` warns about it",
  NODE_OPTIONS: "changes how Node runs; a service does not get it. `doctor` warns about it",
  NODE_DEBUG: "makes Node print each connection; a service does not get it. `doctor` warns about it",
  NO_COLOR: "turns color off; without it, color appears only in a terminal",
  FORCE_COLOR: "forces color on",
  TERM: "`dumb` turns bars off; otherwise they appear only in a terminal",
  COLUMNS: "the width of the status line, set by the coding agent (default: 80)",
  LC_ALL: LOCALE,
  LC_CTYPE: LOCALE,
  LANG: LOCALE,
  PATH: "where `install` looks for the `node` that runs the service",
  CREDENTIALS_DIRECTORY: BY_MANAGER,
  JOURNAL_STREAM: BY_MANAGER,
  AGENT_USAGE_SERVICE: BY_MANAGER,
};

/** The variables of one vendor's program only. */
export const VENDOR_ENVIRONMENT: readonly (readonly [name: string, what: string])[] = [
  [
    claudeCode.configDir?.variable ?? "",
    `${code(claudeCode.program)} only: where Claude Code keeps its transcripts and credentials; an absolute path`,
  ],
  [
    claudeCode.keychain?.folderVariable ?? "",
    `${code(claudeCode.program)} only, on macOS: as for Claude Code, the folder that its Keychain item is named after`,
  ],
];
