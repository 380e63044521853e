import { describeUnread } from "../../base/disk/trusted-file.ts";
import type { PushToken } from "../../push/index.ts";
import { type Check, failure, ok, shellWord, warning } from "./check.ts";
import { isOpenToOthers, type PathInfo } from "./inspect.ts";
import { takeOver } from "./obstacle.ts";

export interface PushTokenFacts {
  /** How the token is, without it. */
  readonly token:
    | { readonly status: "ok" | "none" | "malformed" }
    | { readonly status: "unreadable"; readonly code: string };
  /** The token's file, where the settings name one. */
  readonly tokenFile: { readonly path: string; readonly info: PathInfo } | undefined;
}

export function withoutToken(found: PushToken): PushTokenFacts["token"] {
  return found.status === "ok" ? { status: "ok" } : found;
}

export const CHOOSE_TOKEN = "set pushTokenFile (AGENT_USAGE_PUSH_TOKEN_FILE)";

export function judgePushToken({ token, tokenFile }: PushTokenFacts): Check[] {
  const id = "push-token";
  switch (token.status) {
    case "none":
      return [ok(id, "none is set: pushes carry no authorization")];
    case "unreadable":
      return [unreadable(token.code, tokenFile?.path)];
    case "malformed":
      return [failure(id, "the file must hold one token: printable characters, no spaces", CHOOSE_TOKEN)];
    case "ok":
      return [ok(id, "there is one"), ...modeCheck(tokenFile)];
  }
}

function unreadable(code: string, path: string | undefined): Check {
  const id = "push-token";
  if (path === undefined) return failure(id, `the file ${describeUnread(code)}`, CHOOSE_TOKEN);
  switch (code) {
    case "ENOENT":
    case "ENOTDIR":
      return failure(id, `${path} is not there`, `${CHOOSE_TOKEN} right, or put the token there`);
    case "EISDIR":
    case "EINVAL":
      return failure(id, `${path} is no file`, `${CHOOSE_TOKEN} right`);
    default: {
      const command = code === "EOWNER" ? takeOver([path]) : `chmod 600 ${shellWord(path)}`;
      return failure(id, `${path} ${describeUnread(code)}`, `${command}, or ${CHOOSE_TOKEN}`);
    }
  }
}

function modeCheck(file: PushTokenFacts["tokenFile"]): Check[] {
  if (file?.info.status !== "there" || !isOpenToOthers(file.info.mode)) return [];
  return [
    warning("push-token", `others can read or write ${file.path}`, `chmod 600 ${shellWord(file.path)}`),
  ];
}
