import { isOpenToOthers } from "../../base/disk/owner.ts";
import { shellWord } from "../../base/shell-word.ts";
import { describeCode } from "../../base/system-errors.ts";
import { pushTokenFailure } from "../../failures/index.ts";
import type { PushToken } from "../../push/index.ts";
import { type Check, failure, ok, warning } from "./check.ts";
import { chownCommand, settingName } from "./fixes.ts";
import { isMissingCode, type PathInfo } from "./inspect.ts";

export interface PushTokenFacts {
  /** The result of reading the token, without the token. */
  readonly token:
    | { readonly status: "ok" | "none" | "malformed" }
    | { readonly status: "unreadable"; readonly code: string };
  /** The token's file, if a setting names one. */
  readonly tokenFile: { readonly path: string; readonly info: PathInfo } | undefined;
}

export function withoutToken(found: PushToken): PushTokenFacts["token"] {
  return found.status === "ok" ? { status: "ok" } : found;
}

const ID = "push-token";
export const TOKEN_SETTING: string = settingName("pushTokenFile");

export function judgePushToken({ token, tokenFile }: PushTokenFacts): Check[] {
  switch (token.status) {
    case "none":
      return [ok(ID, "none set: pushes carry no authorization")];
    case "unreadable":
      return [unreadable(token.code, tokenFile?.path)];
    case "malformed": {
      const { what, fix } = pushTokenFailure("malformed");
      return [failure(ID, what, fix ?? `set ${TOKEN_SETTING}`)];
    }
    case "ok":
      return [ok(ID, "set"), ...modeCheck(tokenFile)];
  }
}

function unreadable(code: string, path: string | undefined): Check {
  if (path === undefined)
    return failure(ID, pushTokenFailure("unreadable", code).what, `set ${TOKEN_SETTING}`);
  if (isMissingCode(code)) {
    return failure(ID, `${path} does not exist`, `correct ${TOKEN_SETTING}, or write the token to that file`);
  }
  if (code === "EISDIR" || code === "EINVAL") {
    return failure(ID, `${path} is not a file`, `correct ${TOKEN_SETTING}`);
  }
  const command = code === "EOWNER" ? chownCommand([path]) : `chmod 600 ${shellWord(path)}`;
  return failure(ID, `cannot use ${path}: ${describeCode(code)}`, `${command}, or set ${TOKEN_SETTING}`);
}

function modeCheck(file: PushTokenFacts["tokenFile"]): Check[] {
  if (file?.info.status !== "there" || !isOpenToOthers(file.info.mode)) return [];
  return [warning(ID, `other users can read or write ${file.path}`, `chmod 600 ${shellWord(file.path)}`)];
}
