import { vendor } from "#vendor";
import { LIMITS_VARIABLE } from "../../limits/index.ts";
import { SERVICE_ENV_FILE, type ServiceFacts } from "../../service/install/index.ts";
import { type Check, failure, ok, warning } from "./check.ts";

const INSTALL = `${vendor.program} install --now`;

/** Judges the service's files, and whether it runs. @param facts `undefined` if neither systemd nor launchd is running */
export function judgeService(facts: ServiceFacts | undefined): Check[] {
  const id = "service";
  if (facts === undefined)
    return [ok(id, `no systemd and no launchd runs here: ${vendor.program} run is yours to start`)];
  const { manager, isInstalled, stale, missing, state, lingers, shellOnly } = facts;
  if (!isInstalled) return [warning(id, "not installed", INSTALL)];
  const checks: Check[] = [
    ...missing.map((path) => failure("service-files", `the service runs ${path}, which is gone`, INSTALL)),
    stale.length === 0
      ? ok("service-files", "as install would write them now")
      : warning("service-files", `not as install would write them now: ${stale.join(", ")}`, INSTALL),
    judgeState(state, manager),
  ];
  if (lingers === false)
    checks.push(ok("linger", "the service ends when you log out", "loginctl enable-linger"));
  for (const name of shellOnly) {
    const message = `${name} is set in this shell only: the service does not see it`;
    const place = name === LIMITS_VARIABLE ? `${SERVICE_ENV_FILE} (docs/service.md)` : "the settings file";
    checks.push(warning("service-settings", message, `put it into ${place}`));
  }
  return checks;
}

const LOGS = {
  systemd: `journalctl --user -u ${vendor.program}`,
  launchd: `launchctl print gui/$(id -u)/${vendor.program}`,
} as const;

function judgeState(state: ServiceFacts["state"], manager: ServiceFacts["manager"]): Check {
  const id = "service";
  switch (state) {
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
