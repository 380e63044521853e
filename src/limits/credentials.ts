import { vendor } from "#vendor";
import { errorCode } from "../base/errors.ts";
import { isJsonObject, isNonEmptyString, parseJson } from "../base/json.ts";

export type Credentials =
  | { readonly status: "ok"; readonly accessToken: string; readonly expiresAt: unknown }
  | { readonly status: "failed"; readonly detail: "no_credentials" | "parse_error" };

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
  if (content === undefined) return failed("parse_error");
  const oauth = isJsonObject(content) ? content[vendor.credentialsKey] : undefined;
  if (!isJsonObject(oauth) || !isNonEmptyString(oauth["accessToken"])) return failed("no_credentials");
  return { status: "ok", accessToken: oauth["accessToken"], expiresAt: oauth["expiresAt"] };
}

function failed(detail: "no_credentials" | "parse_error"): Credentials {
  return { status: "failed", detail };
}
