import { open } from "node:fs/promises";
import { READ_NONBLOCKING } from "../../base/disk/regular-file.ts";
import { errorCode } from "../../base/errors.ts";
import { LIMITS_VARIABLE, readCredentials } from "../../limits/index.ts";
import { duration } from "../../text/times.ts";
import { type Check, failure, ok, shellWord, warning } from "./check.ts";
import { isOpenToOthers } from "./inspect.ts";

export interface CredentialsFacts {
  readonly path: string;
  /** Whether the path is the user's own choice. */
  readonly isChosen: boolean;
  readonly file:
    | { readonly status: "off" }
    | { readonly status: "no_file"; readonly kind: "folder" | "other" }
    | { readonly status: "unreadable"; readonly code: string }
    | { readonly status: "failed"; readonly detail: "no_credentials" | "parse_error"; readonly mode: number }
    | { readonly status: "ok"; readonly expiresAt: unknown; readonly mode: number };
}

/** Opens the file once, to read (rule SAFETY-1). The token goes no further than this function. */
export async function gatherCredentials(path: string): Promise<CredentialsFacts["file"]> {
  try {
    // A FIFO in its place is not waited for.
    const handle = await open(path, READ_NONBLOCKING);
    try {
      const stats = await handle.stat();
      if (!stats.isFile()) return { status: "no_file", kind: stats.isDirectory() ? "folder" : "other" };
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

/** @param now epoch milliseconds. @param platform as in `process.platform`. */
export function judgeCredentials(facts: CredentialsFacts, now: number, platform: string): Check[] {
  const { path, file } = facts;
  switch (file.status) {
    case "off":
      return [ok("credentials", "not needed: limits are switched off")];
    case "no_file":
      return [misplaced(facts, file.kind)];
    case "unreadable":
      return [MISSING.has(file.code) ? missing(facts, platform) : unreadable(facts, file.code)];
    case "failed":
      return [unusable(path, file.detail), ...modeCheck(path, file.mode)];
    case "ok":
      return [expiry(file.expiresAt, now), ...modeCheck(path, file.mode)];
  }
}

const LOG_IN = "log in with the coding agent";
const CHOOSE = "set credentialsPath (AGENT_USAGE_CREDENTIALS)";
const CHOOSE_RIGHT = `${CHOOSE} right`;
const MISSING: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR"]);

function missing({ path, isChosen }: CredentialsFacts, platform: string): Check {
  const keychain =
    platform === "darwin" ? "; on macOS the coding agent often keeps it in the keychain instead" : "";
  return failure(
    "credentials",
    `no credentials file at ${path}: limits need it${keychain}`,
    `${isChosen ? `${CHOOSE_RIGHT}, ${LOG_IN}` : `${LOG_IN}, ${CHOOSE}`}, or do without limits: ${LIMITS_VARIABLE}=off`,
  );
}

function misplaced({ path, isChosen }: CredentialsFacts, kind: "folder" | "other"): Check {
  const message = `${path} is ${kind === "folder" ? "a folder, " : ""}no file`;
  return failure("credentials", message, isChosen ? CHOOSE_RIGHT : `move it away, then ${LOG_IN}`);
}

function unreadable({ path, isChosen }: CredentialsFacts, code: string): Check {
  const fix = `chmod 600 ${shellWord(path)}`;
  return failure(
    "credentials",
    `${path} cannot be read (${code})`,
    isChosen ? `${CHOOSE_RIGHT}, or ${fix}` : fix,
  );
}

function unusable(path: string, detail: "no_credentials" | "parse_error"): Check {
  return detail === "parse_error"
    ? failure("credentials", `${path} is not valid JSON`, `look again in a minute, then ${LOG_IN}`)
    : failure("credentials", `${path} holds no access token`, LOG_IN);
}

function expiry(expiresAt: unknown, now: number): Check {
  if (typeof expiresAt !== "number" || !Number.isFinite(expiresAt))
    return ok("credentials", "there is an access token; it does not say when it expires");
  const left = expiresAt - now;
  return left > 0
    ? ok("credentials", `there is an access token; it expires in ${duration(left)}`)
    : failure(
        "credentials",
        `the access token expired ${duration(left)} ago`,
        "use the coding agent: it renews it",
      );
}

function modeCheck(path: string, mode: number): Check[] {
  return isOpenToOthers(mode)
    ? [warning("credentials", `others can read or write ${path}`, `chmod 600 ${shellWord(path)}`)]
    : [];
}
