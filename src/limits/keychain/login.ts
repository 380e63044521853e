import { isJsonObject, parseJson } from "../../base/json.ts";
import { type Login, parseCredentials } from "../credentials.ts";

/** The login in an item, without anything else that is in it. */
export type KeychainLogin =
  | ({ readonly status: "ok" } & Login)
  | { readonly status: "no_login" | "malformed" };

/**
 * Reads what `security -w` printed. It prints lowercase hex instead of the password if that has any byte that is not
 * printable ASCII: one é or a newline is enough (rule KEYCHAIN-4).
 */
export function parseItem(output: string): KeychainLogin {
  const plain = parseJson(output);
  const content = isJsonObject(plain) ? plain : parseJson(fromHex(output) ?? "");
  if (!isJsonObject(content)) return { status: "malformed" };
  const found = parseCredentials(content);
  return found.status === "ok" ? found : { status: "no_login" };
}

function fromHex(text: string): string | undefined {
  return /^(?:[0-9a-f]{2})+$/.test(text) ? Buffer.from(text, "hex").toString("utf8") : undefined;
}
