import { existsSync } from "node:fs";
import { vendor } from "#vendor";
import type { Env } from "../../base/edges.ts";
import { homeFolder } from "../../settings/index.ts";
import type { CommandRunner } from "./command-runner.ts";
import type { Manager } from "./manager.ts";
import { serviceFile } from "./plan.ts";

/** What a service manager reports about the service. */
export interface ServiceState {
  /** `unknown` if the manager cannot be asked. */
  readonly status: "running" | "starting" | "stopped" | "failed" | "not_installed" | "unknown";
  /** Whether the manager still has a process or a job of the service. False if it cannot be asked. */
  readonly isActive: boolean;
}

/** The words that `systemctl is-active` prints: a unit's `ActiveState`, and `unknown` for no such unit on old versions. */
const SYSTEMD_STATES: Readonly<Record<string, ServiceState>> = {
  active: { status: "running", isActive: true },
  reloading: { status: "running", isActive: true },
  refreshing: { status: "running", isActive: true },
  activating: { status: "starting", isActive: true },
  deactivating: { status: "stopped", isActive: true },
  maintenance: { status: "stopped", isActive: true },
  inactive: { status: "stopped", isActive: false },
  failed: { status: "failed", isActive: false },
  unknown: { status: "not_installed", isActive: false },
};

const UNKNOWN: ServiceState = { status: "unknown", isActive: false };

/** Asks the service manager for the service's state. Changes nothing. */
export function serviceState(
  { manager, env, run }: { readonly manager: Manager; readonly env: Env; readonly run: CommandRunner },
  isThere: (path: string) => boolean = existsSync,
): ServiceState {
  return manager === "systemd" ? systemdState(run) : launchdState(env, run, isThere);
}

function systemdState(run: CommandRunner): ServiceState {
  const state = SYSTEMD_STATES[run(["systemctl", "--user", "is-active", vendor.program]).output] ?? UNKNOWN;
  if (state.status !== "stopped" || state.isActive) return state;
  // systemd also reports a missing unit as inactive.
  const load = run(["systemctl", "--user", "show", "--property=LoadState", "--value", vendor.program]);
  return load.output === "not-found" ? { status: "not_installed", isActive: false } : state;
}

function launchdState(env: Env, run: CommandRunner, isThere: (path: string) => boolean): ServiceState {
  const { status, output } = run(["launchctl", "print", `gui/${process.getuid?.() ?? 0}/${vendor.program}`]);
  if (status === null) return UNKNOWN;
  // Loaded: launchd may start it at any time.
  if (status === 0) return { status: isRunning(output) ? "running" : "stopped", isActive: true };
  const home = homeFolder(env);
  const isInstalled = home !== undefined && isThere(serviceFile("launchd", home));
  return { status: isInstalled ? "stopped" : "not_installed", isActive: false };
}

function isRunning(printed: string): boolean {
  return /^\s*state = running$/m.test(printed);
}
