import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { vendor } from "#vendor";
import { READ_AT_ONCE } from "../../base/disk/regular-file.ts";
import type { Env } from "../../base/edges.ts";
import { errorCode } from "../../base/errors.ts";
import { isCopied } from "./environment.ts";
import { readEnvironmentFile } from "./environment-file.ts";
import { plistEnvironment } from "./launchd-plist.ts";
import { type Manager, VARIABLES_FILE } from "./plan.ts";
import { environmentFileIn } from "./systemd-unit.ts";

/** What an earlier install left, which another shell than its own would look for in other places. */
export type Installed =
  | {
      readonly status: "found";
      /** What the service is given of the shell that it was installed from. */
      readonly environment: Env;
      /** systemd: the file that the unit takes the environment from. */
      readonly variables?: { readonly path: string; readonly text: string };
    }
  | { readonly status: "none" }
  | { readonly status: "unreadable"; readonly path: string; readonly code: string };

/** Reads the service file of an earlier install, and what it names. Never rejects. */
export async function readInstalled(
  manager: Manager,
  { serviceFile, home }: { readonly serviceFile: string; readonly home: string },
): Promise<Installed> {
  const service = await readIfThere(serviceFile);
  if (service.status === "unreadable") return service;
  if (service.text === undefined) return { status: "none" };
  if (manager === "launchd") return { status: "found", environment: plistEnvironment(service.text) };

  const path = environmentFileIn(service.text, home, `${vendor.program}/${VARIABLES_FILE}`);
  if (path === undefined) return { status: "none" };
  const variables = await readIfThere(path);
  if (variables.status === "unreadable") return variables;
  const text = variables.text ?? "";
  // Beside the settings, in a folder of this program's.
  const environment = { ...readEnvironmentFile(text), XDG_CONFIG_HOME: dirname(dirname(path)) };
  return { status: "found", environment, variables: { path, text } };
}

/** The environment of a shell, with the paths of the installed service in place of its own. */
export function asInstalled(env: Env, installed: Installed): Env {
  if (installed.status !== "found") return env;
  const own = Object.entries(env).filter(([name]) => !isCopied(name));
  return { ...installed.environment, ...Object.fromEntries(own) };
}

/** A file's text, `undefined` where there is none. Never rejects. */
export async function readIfThere(path: string) {
  try {
    return { status: "read", text: await readFile(path, { encoding: "utf8", flag: READ_AT_ONCE }) } as const;
  } catch (error) {
    const code = errorCode(error);
    const isMissing = code === "ENOENT" || code === "ENOTDIR";
    return isMissing
      ? ({ status: "read", text: undefined } as const)
      : ({ status: "unreadable", path, code } as const);
  }
}
