import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { writeAtomically } from "../../../src/base/disk/atomic.ts";
import { realFiles } from "../../../src/base/disk/files.ts";
import type { Env } from "../../../src/base/edges.ts";
import { baseFolder } from "../../../src/base/settings/home.ts";
import { LAUNCHD_LABEL, launchdAgent } from "./plist.ts";
import { userUnit } from "./units.ts";

const UNIT = "agent-usage-collector.service";
/** The shell's variables that the service gets: where its files are. */
const COPIED = ["XDG_CONFIG_HOME", "XDG_STATE_HOME"] as const;

export type Manager = "systemd" | "launchd";

/** The world around an installation. */
export interface ServiceEdges {
  readonly manager: Manager | undefined;
  readonly env: Env;
  readonly home: string;
  /** Runs a command of the manager. @returns its exit code, null if it could not be started */
  readonly run: (command: string, args: readonly string[]) => number | null;
}

export function managerHere(): Manager | undefined {
  if (process.platform === "darwin") return "launchd";
  return existsSync("/run/systemd/system") ? "systemd" : undefined;
}

export function runCommand(command: string, args: readonly string[]): number | null {
  return spawnSync(command, args, { stdio: "ignore", timeout: 30_000 }).status;
}

/** Where the service's file is. */
export function servicePath(manager: Manager, env: Env, home: string): string {
  return manager === "launchd"
    ? join(home, "Library", "LaunchAgents", `${LAUNCHD_LABEL}.plist`)
    : join(baseFolder(env["XDG_CONFIG_HOME"], join(home, ".config")), "systemd", "user", UNIT);
}

/** The commands that start the service. */
export function startCommands(manager: Manager, path: string): readonly (readonly [string, ...string[]])[] {
  return manager === "launchd"
    ? [["launchctl", "load", "-w", path]]
    : [
        ["systemctl", "--user", "daemon-reload"],
        ["systemctl", "--user", "enable", "--now", UNIT],
      ];
}

function stopCommands(manager: Manager, path: string): readonly (readonly [string, ...string[]])[] {
  return manager === "launchd"
    ? [["launchctl", "unload", "-w", path]]
    : [["systemctl", "--user", "disable", "--now", UNIT]];
}

/** Writes the service's file. @returns its path. Throws the system's error */
export async function writeService(
  { manager, env, home }: ServiceEdges & { readonly manager: Manager },
  program: { readonly node: string; readonly cli: string },
): Promise<string> {
  const path = servicePath(manager, env, home);
  const copied = COPIED.flatMap((name) => (env[name] ? [[name, env[name]] as const] : []));
  const facts = { ...program, environment: Object.fromEntries(copied) };
  const log = join(home, "Library", "Logs", `${LAUNCHD_LABEL}.log`);
  await mkdir(dirname(path), { recursive: true });
  await writeAtomically(path, manager === "launchd" ? launchdAgent(facts, log) : userUnit(facts), realFiles);
  return path;
}

export type Removed =
  | { readonly status: "removed"; readonly path: string }
  | { readonly status: "absent" }
  /** The manager did not stop it, so its file stays. */
  | { readonly status: "still_running" };

/** Stops the service and removes its file. Throws the system's error. */
export async function removeService({
  manager,
  env,
  home,
  run,
}: ServiceEdges & { manager: Manager }): Promise<Removed> {
  const path = servicePath(manager, env, home);
  if (!existsSync(path)) return { status: "absent" };
  for (const [command, ...args] of stopCommands(manager, path)) {
    if (run(command, args) !== 0) return { status: "still_running" };
  }
  await rm(path);
  if (manager === "systemd") run("systemctl", ["--user", "daemon-reload"]);
  return { status: "removed", path };
}
