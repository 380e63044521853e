import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { userInfo } from "node:os";
import { join } from "node:path";
import { vendor } from "#vendor";
import { permissions } from "../../base/disk/files.ts";
import { readRegularFile } from "../../base/disk/regular-file.ts";
import type { Env } from "../../base/edges.ts";
import { SERVICE_VARIABLE } from "../../base/log/launchd.ts";
import { LIMITS_VARIABLE } from "../../limits/index.ts";
import {
  type Manager,
  type Plan,
  type Run,
  type ServiceState,
  serviceState,
  shellOnlySettings,
  VARIABLES_FILE,
} from "../../service/install/index.ts";
import { type Check, failure, ok, warning } from "./check.ts";
import { programPaths } from "./service-file.ts";

export interface ServiceFacts {
  readonly manager: Manager;
  readonly isInstalled: boolean;
  /** Files that are not what an install from here would leave. */
  readonly stale: readonly string[];
  /** Paths that the service file runs and that are not there. */
  readonly missing: readonly string[];
  readonly status: ServiceState["status"];
  /** Whether it runs while its user is not logged in; `undefined` where that is no question. */
  readonly lingers: boolean | undefined;
  /** Settings that the service does not see. */
  readonly shellOnly: readonly string[];
}

/** @param home for what a unit that was copied by hand leaves to systemd. */
export async function gatherService(plan: Plan, env: Env, home: string, run: Run): Promise<ServiceFacts> {
  const { manager, files, owned } = plan;
  const text = await readRegularFile(files[0]?.path ?? "").catch(() => undefined);
  const planned = new Map(files.map((file) => [file.path, file]));
  const stale: string[] = [];
  for (const path of owned) {
    const file = planned.get(path);
    const now = await readRegularFile(path).catch(() => undefined);
    const isAsPlanned = now === file?.text && (file === undefined || (await modeAt(path)) === file.mode);
    if (!isAsPlanned) stale.push(path);
  }
  return {
    manager,
    isInstalled: text !== undefined,
    stale,
    missing: text === undefined ? [] : programPaths(manager, text, home).filter((path) => !existsSync(path)),
    status: text === undefined ? "not_installed" : serviceState({ manager, env, run }).status,
    lingers: manager === "systemd" ? lingers() : undefined,
    shellOnly: shellOnlySettings(env).filter(
      (name) => name !== SERVICE_VARIABLE && plan.environment[name] === undefined,
    ),
  };
}

/** What `loginctl enable-linger` leaves (logind's own folder); `undefined` for a user without a name. */
function lingers(): boolean | undefined {
  try {
    return existsSync(join("/var/lib/systemd/linger", userInfo().username));
  } catch {
    return undefined;
  }
}

async function modeAt(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ mode }) => permissions(mode),
    () => undefined,
  );
}

const INSTALL = `${vendor.program} install --now`;

/** The service's files, and whether it runs. @param facts `undefined` where no manager that we know runs. */
export function judgeService(facts: ServiceFacts | undefined): Check[] {
  const id = "service";
  if (facts === undefined)
    return [ok(id, `no systemd and no launchd runs here: ${vendor.program} run is yours to start`)];
  const { manager, isInstalled, stale, missing, status, lingers, shellOnly } = facts;
  if (!isInstalled) return [warning(id, "not installed", INSTALL)];
  const checks: Check[] = [
    ...missing.map((path) => failure("service-files", `the service runs ${path}, which is gone`, INSTALL)),
    stale.length === 0
      ? ok("service-files", "as install would write them now")
      : warning("service-files", `not as install would write them now: ${stale.join(", ")}`, INSTALL),
    judgeStatus(status, manager),
  ];
  if (lingers === false)
    checks.push(ok("linger", "the service ends when you log out", "loginctl enable-linger"));
  for (const name of shellOnly) {
    const message = `${name} is set in this shell only: the service does not see it`;
    const place = name === LIMITS_VARIABLE ? `${VARIABLES_FILE} (docs/service.md)` : "the settings file";
    checks.push(warning("service-settings", message, `put it into ${place}`));
  }
  return checks;
}

const LOGS = {
  systemd: `journalctl --user -u ${vendor.program}`,
  launchd: `launchctl print gui/$(id -u)/${vendor.program}`,
} as const;

function judgeStatus(status: ServiceFacts["status"], manager: Manager): Check {
  const id = "service";
  switch (status) {
    case "running":
    case "starting":
      return ok(id, "runs");
    case "stopped":
    case "not_installed":
      return warning(id, "installed, and does not run", INSTALL);
    case "failed":
      return failure(id, "has failed", `${LOGS[manager]} says why; then ${INSTALL}`);
    case "unknown":
      return warning(
        id,
        `${manager} cannot be asked`,
        "look again from a session of your own (not su, sudo)",
      );
  }
}
