import { vendor } from "#vendor";
import { logCommand, type ServiceFacts } from "../../service/install/index.ts";
import { type Check, failure, ok, warning } from "./check.ts";

const INSTALL = `${vendor.program} install --now`;

/** Judges the service's files, and whether it runs. @param facts `undefined` if neither systemd nor launchd is running */
export function judgeService(facts: ServiceFacts | undefined): Check[] {
  const id = "service";
  if (facts === undefined)
    return [ok(id, `neither systemd nor launchd is running: start "${vendor.program} run" yourself`)];
  const { manager, isInstalled, stale, missing, state, lingers, problems, shellOnly } = facts;
  if (!isInstalled) return [warning(id, "not installed", INSTALL)];
  const checks: Check[] = [
    ...missing.map((path) =>
      failure("service-files", `the service runs ${path}, which does not exist`, INSTALL),
    ),
    stale.length === 0
      ? ok("service-files", "up to date")
      : warning("service-files", `changed or out of date: ${stale.join(", ")}`, INSTALL),
    judgeState(state, manager),
  ];
  if (lingers === false)
    checks.push(ok("linger", "the service stops when you log out", "loginctl enable-linger"));
  for (const problem of problems) {
    checks.push(failure("service-settings", problem, `correct it there, then run ${INSTALL}`));
  }
  for (const name of shellOnly) {
    const message = `${name} is set in this shell only: the service does not see it`;
    checks.push(warning("service-settings", message, "put it into the settings file"));
  }
  return checks;
}

function judgeState(state: ServiceFacts["state"], manager: ServiceFacts["manager"]): Check {
  const id = "service";
  switch (state) {
    case "running":
    case "starting":
      return ok(id, state);
    case "stopped":
    case "not_installed":
      return warning(id, "installed, but not running", INSTALL);
    case "failed":
      return failure(id, "failed", `find the reason with ${logCommand(manager)}, then run ${INSTALL}`);
    case "unknown":
      return warning(
        id,
        `cannot reach ${manager}`,
        `run "${vendor.program} doctor" from a login session, not su or sudo`,
      );
  }
}
