import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { vendor } from "#vendor";
import { lookCommand, type Manager, type Run, serviceFile } from "../../service/install/index.ts";
import type { Service } from "./schema.ts";

/** What `systemctl is-active` answers of a service, as it is told here. */
const SYSTEMD_STATES: Readonly<Record<string, Service["status"]>> = {
  active: "running",
  reloading: "running",
  activating: "starting",
  deactivating: "stopped",
  inactive: "stopped",
  unknown: "not_installed",
  failed: "failed",
};

/** Asks the service manager whether the service runs. It only looks. */
export function askService(
  manager: Manager | undefined,
  run: Run,
  isThere: (path: string) => boolean = existsSync,
): Service {
  switch (manager) {
    case undefined:
      return { manager: null, status: "unknown" };
    case "systemd":
      return { manager, status: askSystemd(run) };
    case "launchd":
      return { manager, status: askLaunchd(run, isThere) };
  }
}

function askSystemd(run: Run): Service["status"] {
  const answer = run(lookCommand("systemd").words).output;
  const status = SYSTEMD_STATES[answer] ?? "unknown";
  if (status !== "stopped") return status;
  // A unit that there is not is inactive as well.
  const load = run(["systemctl", "--user", "show", "--property=LoadState", "--value", vendor.program]);
  return load.output === "not-found" ? "not_installed" : "stopped";
}

function askLaunchd(run: Run, isThere: (path: string) => boolean): Service["status"] {
  const { status, output } = run(lookCommand("launchd").words);
  if (status === null) return "unknown";
  if (status === 0) return /^\s*state = running$/m.test(output) ? "running" : "stopped";
  return isThere(serviceFile("launchd", homedir())) ? "stopped" : "not_installed";
}
