import { open } from "node:fs/promises";
import { vendor } from "#vendor";
import { isOpenToOthers } from "../../base/disk/owner.ts";
import { READ_NONBLOCKING } from "../../base/disk/regular-file.ts";
import { errorCode } from "../../base/errors.ts";
import { shellWord } from "../../base/shell-word.ts";
import { describeCode } from "../../base/system-errors.ts";
import { keychainFailure } from "../../failures/index.ts";
import { readCredentials } from "../../limits/index.ts";
import { isKeychainSupported, LIMITS_VARIABLE } from "../../settings/index.ts";
import { type Check, failure, ok, warning } from "./check.ts";
import { CREDENTIALS_ID, judgeExpiry } from "./expiry.ts";
import { settingName } from "./fixes.ts";
import { isMissingCode } from "./inspect.ts";
import { judgeKeychain, type KeychainFacts } from "./keychain.ts";

export interface CredentialsFacts {
  readonly path: string;
  /** Whether a setting names the path. */
  readonly isChosen: boolean;
  readonly file:
    | { readonly status: "off" }
    | { readonly status: "not_a_file"; readonly kind: "folder" | "other" }
    | { readonly status: "unreadable"; readonly code: string }
    | { readonly status: "failed"; readonly detail: "no_credentials" | "parse_error"; readonly mode: number }
    | { readonly status: "ok"; readonly expiresAt: unknown; readonly mode: number }
    | KeychainFacts;
}

/** Opens the file once, to read it (rule SAFETY-1). The token does not leave this function. */
export async function gatherCredentials(path: string): Promise<CredentialsFacts["file"]> {
  try {
    // A FIFO must not block.
    const handle = await open(path, READ_NONBLOCKING);
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) return { status: "not_a_file", kind: stats.isDirectory() ? "folder" : "other" };
      const { mode } = stats;
      const read = await readCredentials(path, () => handle.readFile("utf8"));
      if (read.status === "failed") return { ...read, mode };
      return { status: "ok", expiresAt: read.expiresAt, mode };
    } finally {
      await handle.close();
    }
  } catch (error) {
    return { status: "unreadable", code: errorCode(error) };
  }
}

const ID = CREDENTIALS_ID;

/** @param now epoch milliseconds. @param platform as in `process.platform` */
export function judgeCredentials(facts: CredentialsFacts, now: number, platform: string): Check[] {
  const { path, file } = facts;
  switch (file.status) {
    case "off":
      return [ok(ID, "not needed: limits are turned off")];
    case "not_a_file":
      return [notAFile(facts, file.kind)];
    case "unreadable":
      return [isMissingCode(file.code) ? missing(facts, platform) : unreadable(facts, file.code)];
    case "keychain":
      return judgeKeychain(file, now);
    case "failed":
      return [unusable(path, file.detail), ...modeCheck(path, file.mode)];
    case "ok":
      return [fileExpiry(file.expiresAt, now, platform), ...modeCheck(path, file.mode)];
  }
}

const LOG_IN = "log in with the coding agent";
const SETTING = settingName("credentialsPath");

function missing({ path, isChosen }: CredentialsFacts, platform: string): Check {
  const off = `or turn limits off: ${LIMITS_VARIABLE}=off`;
  const message = `no credentials file at ${path}: limits need it`;
  if (isKeychainSupported(platform) && !isChosen) {
    const { what, fix } = keychainFailure("not_read");
    return failure(ID, `${message}; ${what}`, `${fix}, ${off}`);
  }
  const first = isChosen ? `correct ${SETTING}, ${LOG_IN}` : `${LOG_IN}, set ${SETTING}`;
  return failure(ID, message, `${first}, ${off}`);
}

function notAFile({ path, isChosen }: CredentialsFacts, kind: "folder" | "other"): Check {
  const message = `${path} is ${kind === "folder" ? "a folder, " : ""}not a file`;
  return failure(ID, message, isChosen ? `correct ${SETTING}` : `move it away, then ${LOG_IN}`);
}

function unreadable({ path, isChosen }: CredentialsFacts, code: string): Check {
  const fix = `chmod 600 ${shellWord(path)}`;
  const message = `cannot read ${path}: ${describeCode(code)}`;
  return failure(ID, message, isChosen ? `correct ${SETTING}, or ${fix}` : fix);
}

function unusable(path: string, detail: "no_credentials" | "parse_error"): Check {
  return detail === "parse_error"
    ? failure(
        ID,
        `${path} is not valid JSON`,
        `run "${vendor.program} doctor" again in a minute; if that does not help, ${LOG_IN}`,
      )
    : failure(ID, `${path} has no access token`, LOG_IN);
}

/** On macOS the file is often a copy of an old login. */
function fileExpiry(expiresAt: unknown, now: number, platform: string): Check {
  const check = judgeExpiry(expiresAt, now);
  if (check.status === "ok" || !isKeychainSupported(platform)) return check;
  const { what, fix } = keychainFailure("not_read");
  return failure(ID, `${check.message}; ${what}`, fix);
}

function modeCheck(path: string, mode: number): Check[] {
  return isOpenToOthers(mode)
    ? [warning(ID, `other users can read or write ${path}`, `chmod 600 ${shellWord(path)}`)]
    : [];
}
