import { join } from "node:path";
import { readTrustedFile } from "../base/disk/trusted-file.ts";
import type { Env } from "../base/edges.ts";
import { errorCode } from "../base/errors.ts";

export type PushToken =
  | { readonly status: "ok"; readonly token: string }
  | { readonly status: "none" }
  /** The code is the system's, or one of `readTrustedFile`. */
  | { readonly status: "unreadable"; readonly code: string }
  /** Empty, or with characters that are not allowed in a header. */
  | { readonly status: "malformed" };

/** The characters of a bearer token that a header can carry. */
const TOKEN = /^[\x21-\x7e]+$/;

/**
 * Reads the collector's token: from the file that the settings name, else from `push-token` in systemd's credentials
 * folder, if there is one (rule SETTINGS-5).
 */
export async function readPushToken(file: string | undefined, env: Env): Promise<PushToken> {
  const folder = env["CREDENTIALS_DIRECTORY"];
  const path = file ?? (folder ? join(folder, "push-token") : undefined);
  if (path === undefined) return { status: "none" };
  let text: string;
  try {
    text = await readTrustedFile(path);
  } catch (error) {
    const code = errorCode(error);
    return file === undefined && code === "ENOENT" ? { status: "none" } : { status: "unreadable", code };
  }
  const token = text.trim();
  return TOKEN.test(token) ? { status: "ok", token } : { status: "malformed" };
}
