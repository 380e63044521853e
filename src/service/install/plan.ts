import { dirname, join } from "node:path";
import { vendor } from "#vendor";
import type { AnyEnv, Env } from "../../base/edges.ts";
import { execStart } from "../../base/systemd.ts";
import { homeFolder } from "../../settings/index.ts";
import type { Command } from "./command-runner.ts";
import { copyVariables } from "./copied-variables.ts";
import { launchdPlist } from "./launchd-plist.ts";
import type { Manager } from "./manager.ts";
import { formatServiceEnv, parseServiceEnv, serviceEnvPath } from "./service-env-file.ts";
import { environmentPattern, systemdUnit } from "./systemd-unit.ts";

export interface PlannedFile {
  readonly path: string;
  readonly text: string;
  readonly mode: number;
}

/** The files that an install writes, and the manager's commands that go with them. */
export interface Plan {
  readonly manager: Manager;
  /** What the service runs: node and the daemon's file. */
  readonly programs: readonly string[];
  /** The variables that the service is given besides HOME, the user's own lines included. */
  readonly environment: AnyEnv;
  /** The service file first. */
  readonly files: readonly PlannedFile[];
  /** Folders to create, for their owner only. */
  readonly folders: readonly string[];
  /** Every file that this or an earlier install may have written. */
  readonly owned: readonly string[];
  /** Of these, the files that an uninstall keeps, with the user's own lines only. */
  readonly kept: readonly PlannedFile[];
  /** What the manager created to start the service. It removes them itself if it can be reached. */
  readonly links: readonly string[];
  /** Enables and starts a new service. */
  readonly enable: readonly Command[];
  /** Enables the service and restarts it: its files, or the daemon at the same path, may have changed. */
  readonly update: readonly Command[];
  /** Stops the service, before its files are removed. */
  readonly disable: readonly Command[];
  /** Makes the manager forget the service, after its files are removed. */
  readonly forget: readonly Command[];
}

export interface PlanFacts {
  readonly env: Env;
  readonly node: string;
  readonly daemon: string;
  /** The user's id, for launchd's domain. */
  readonly uid: number;
  /** Where systemd looks for the user's units, if that is known. The shell's `XDG_CONFIG_HOME` is not the manager's. */
  readonly unitFolder?: string | undefined;
  /** The user's own variables, as lines of `service.env`. systemd: they are kept in that file. */
  readonly userLines?: string;
  /** systemd: where an earlier install put that file. */
  readonly earlierEnvFile?: string | undefined;
}

/** The path of the service file. */
export function serviceFile(manager: Manager, home: string, unitFolder?: string): string {
  return manager === "systemd"
    ? join(unitFolder ?? join(home, ".config", "systemd", "user"), `${vendor.program}.service`)
    : join(home, "Library", "LaunchAgents", `${vendor.program}.plist`);
}

/** Plans an install, and with it what an uninstall removes. Throws if the user has no home folder. */
export function planFor(manager: Manager, facts: PlanFacts): Plan {
  return manager === "systemd" ? systemdPlan(facts) : launchdPlan(facts);
}

function systemdPlan({ env, node, daemon, unitFolder, userLines = "", earlierEnvFile }: PlanFacts): Plan {
  const home = homeOf(env);
  const unit = serviceFile("systemd", home, unitFolder);
  const envFile = serviceEnvPath(env, home);
  const variables = formatServiceEnv(copyVariables(env), userLines);
  const text = systemdUnit({
    program: vendor.program,
    execStart: execStart(node, daemon),
    environmentFile: environmentPattern(envFile),
  });
  const systemctl = (...words: string[]) => ({ words: ["systemctl", "--user", ...words] });
  const reload = systemctl("daemon-reload");
  return {
    manager: "systemd",
    programs: [node, daemon],
    environment: parseServiceEnv(variables),
    files: [
      { path: unit, text, mode: 0o644 },
      ...(variables === "" ? [] : [{ path: envFile, text: variables, mode: 0o600 }]),
    ],
    folders: [],
    owned: [...new Set([unit, envFile, earlierEnvFile ?? envFile])],
    kept: userLines === "" ? [] : [{ path: envFile, text: userLines, mode: 0o600 }],
    links: [join(dirname(unit), "default.target.wants", `${vendor.program}.service`)],
    enable: [reload, systemctl("enable", "--now", vendor.program)],
    update: [reload, systemctl("enable", vendor.program), systemctl("restart", vendor.program)],
    disable: [systemctl("disable", "--now", vendor.program)],
    forget: [reload, { ...systemctl("reset-failed", vendor.program), mayFail: true }],
  };
}

function launchdPlan({ env, node, daemon, uid, userLines = "" }: PlanFacts): Plan {
  const home = homeOf(env);
  const logs = join(home, "Library", "Logs", vendor.program);
  const path = serviceFile("launchd", home);
  const environment = { ...copyVariables(env), ...parseServiceEnv(userLines) };
  const text = launchdPlist({
    program: vendor.program,
    arguments: [node, daemon],
    logFile: join(logs, `${vendor.program}.log`),
    environment,
  });
  const domain = `gui/${uid}`;
  const bootout = { words: ["launchctl", "bootout", `${domain}/${vendor.program}`] };
  const bootstrap = { words: ["launchctl", "bootstrap", domain, path] };
  return {
    manager: "launchd",
    programs: [node, daemon],
    environment,
    // For its owner only: a proxy may hold a password.
    files: [{ path, text, mode: 0o600 }],
    folders: [logs],
    owned: [path],
    kept: [],
    links: [],
    // launchd refuses to load an agent that is already loaded.
    enable: [{ ...bootout, mayFail: true }, bootstrap],
    update: [{ ...bootout, mayFail: true }, bootstrap],
    disable: [bootout],
    forget: [],
  };
}

function homeOf(env: Env): string {
  const home = homeFolder(env);
  if (home === undefined) throw new Error("no home folder");
  return home;
}
