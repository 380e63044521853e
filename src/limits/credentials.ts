import { readFile } from "node:fs/promises";
import { vendor } from "#vendor";
import { READ_NONBLOCKING } from "../base/disk/regular-file.ts";
import { errorCode } from "../base/errors.ts";
import { isJsonObject, isNonEmptyString, parseJson } from "../base/json.ts";

export interface Login {
  readonly accessToken: string;
  /** Epoch milliseconds, if it is a number. */
  readonly expiresAt: unknown;
}

export type Credentials =
  | ({ readonly status: "ok" } & Login)
  | { readonly status: "failed"; readonly detail: "no_credentials" | "parse_error" };

/** The plain read of the credentials file (rule SAFETY-1). */
export function readCredentialsFile(path: string): Promise<string> {
  return readFile(path, { encoding: "utf8", flag: READ_NONBLOCKING });
}

/** Reads the access token with one plain read (rules SAFETY-1, FETCH-2). Never rejects. */
export async function readCredentials(
  path: string,
  readFile: (path: string) => Promise<string> | string,
): Promise<Credentials> {
  let text: string;
  try {
    text = await readFile(path);
  } catch (error) {
    return failed(errorCode(error) === "ENOENT" ? "no_credentials" : "parse_error");
  }
  const content = parseJson(text);
  return content === undefined ? failed("parse_error") : parseCredentials(content);
}

/** The access token in the content of a credentials file. */
export function parseCredentials(content: unknown): Credentials {
  const oauth = isJsonObject(content) ? content[vendor.credentialsKey] : undefined;
  if (!isJsonObject(oauth) || !isNonEmptyString(oauth["accessToken"])) return failed("no_credentials");
  return { status: "ok", accessToken: oauth["accessToken"], expiresAt: oauth["expiresAt"] };
}

/** Whether a token has expired. Without a number the server decides (rule FETCH-3). @param now epoch milliseconds */
export function isExpired(expiresAt: unknown, now: number): boolean {
  return typeof expiresAt === "number" && Number.isFinite(expiresAt) && expiresAt <= now;
}

/** The text of a credentials file with this token. */
export function credentialsText({ accessToken, expiresAt }: Login): string {
  return JSON.stringify({ [vendor.credentialsKey]: { accessToken, expiresAt } });
}

function failed(detail: "no_credentials" | "parse_error"): Credentials {
  return { status: "failed", detail };
}
