import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { vendor } from "#vendor";
import { READ_NONBLOCKING } from "../../base/disk/regular-file.ts";
import type { Env } from "../../base/edges.ts";
import { errorCode } from "../../base/errors.ts";
import { isCopied, SERVICE_ENV_FILE } from "./copied-variables.ts";
import { plistEnvironment } from "./launchd-plist.ts";
import type { Manager } from "./manager.ts";
import { parseServiceEnv } from "./service-env-file.ts";
import { unitEnvironmentFile } from "./systemd-unit.ts";

export interface Unreadable {
  readonly status: "unreadable";
  readonly path: string;
  /** The system error code. */
  readonly code: string;
}

/** What an earlier install wrote. The paths in it are those of the shell it was run from, not of this one. */
export type Installed =
  | {
      readonly status: "found";
      /** The variables that the service is given. */
      readonly environment: Env;
      /** systemd: the file that holds them. */
      readonly envFile?: { readonly path: string; readonly text: string };
    }
  | { readonly status: "none" }
  | Unreadable;

/** Reads the service file of an earlier install, and the file with its variables. Never rejects. */
export async function readInstalled(
  manager: Manager,
  { serviceFile, home }: { readonly serviceFile: string; readonly home: string },
): Promise<Installed> {
  const service = await readIfThere(serviceFile);
  if (service.status === "unreadable") return service;
  if (service.text === undefined) return { status: "none" };
  if (manager === "launchd") return { status: "found", environment: plistEnvironment(service.text) };

  const path = unitEnvironmentFile(service.text, home, `${vendor.program}/${SERVICE_ENV_FILE}`);
  if (path === undefined) return { status: "none" };
  const envFile = await readIfThere(path);
  if (envFile.status === "unreadable") return envFile;
  const text = envFile.text ?? "";
  // The file is beside the settings, in this program's folder.
  const environment = { ...parseServiceEnv(text), XDG_CONFIG_HOME: dirname(dirname(path)) };
  return { status: "found", environment, envFile: { path, text } };
}

/** The environment of a shell, with the variables of the installed service in place of those that install copies. */
export function environmentAsInstalled(shell: Env, installed: Installed): Env {
  if (installed.status !== "found") return shell;
  const own = Object.entries(shell).filter(([name]) => !isCopied(name));
  return { ...installed.environment, ...Object.fromEntries(own) };
}

/** A file's text; `undefined` if there is no such file. Never rejects. */
export async function readIfThere(
  path: string,
): Promise<{ readonly status: "read"; readonly text: string | undefined } | Unreadable> {
  try {
    return { status: "read", text: await readFile(path, { encoding: "utf8", flag: READ_NONBLOCKING }) };
  } catch (error) {
    const code = errorCode(error);
    const isMissing = code === "ENOENT" || code === "ENOTDIR";
    return isMissing ? { status: "read", text: undefined } : { status: "unreadable", path, code };
  }
}
