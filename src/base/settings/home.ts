import { userInfo } from "node:os";
import { isAbsolute, join } from "node:path";
import type { Env } from "../edges.ts";

/** The user's home folder; `undefined` if neither the environment nor the system names one. */
export function homeFolder(env: Env): string | undefined {
  const named = env["HOME"] ?? "";
  if (isAbsolute(named)) return named;
  try {
    const { homedir } = userInfo();
    return isAbsolute(homedir) ? homedir : undefined;
  } catch {
    return undefined;
  }
}

/** The path with a leading `~/` replaced by the home folder. */
export function expandHome(path: string, home: () => string): string {
  return path === "~" || path.startsWith("~/") ? join(home(), path.slice(1)) : path;
}

/** The XDG specification says to ignore a relative folder. */
export function baseFolder(named: string | undefined, usual: string): string {
  return named !== undefined && isAbsolute(named) ? named : usual;
}
