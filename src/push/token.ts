import { join } from "node:path";
import { readTrustedFile } from "../base/disk/trusted-file.ts";
import type { Env } from "../base/edges.ts";
import { errorCode } from "../base/errors.ts";

export type PushToken =
  | { readonly status: "ok"; readonly token: string }
  | { readonly status: "none" }
  /** Also one that is not to be relied on, under a code of `readTrustedFile`. */
  | { readonly status: "unreadable"; readonly code: string }
  /** Empty, or with characters that no header can carry. */
  | { readonly status: "malformed" };

/** What a header can carry of a bearer token. */
const TOKEN = /^[\x21-\x7e]+$/;

/**
 * Reads the collector's own token: from the file that the settings name, else from `push-token` in systemd's
 * credentials folder, where there is one (rule SETTINGS-5).
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
