import { dirname, join } from "node:path";
import { vendor } from "#vendor";
import type { AnyEnv, Env } from "../../base/edges.ts";
import { homeFolder, settingsFile } from "../../settings/index.ts";
import { copiedEnvironment } from "./environment.ts";
import { environmentFile, readEnvironmentFile } from "./environment-file.ts";
import { launchdPlist } from "./launchd-plist.ts";
import { environmentPattern, execStart, systemdUnit } from "./systemd-unit.ts";

export type Manager = "systemd" | "launchd";

/** systemd: beside the settings, what the service is given of the shell's environment. */
export const VARIABLES_FILE = "service.env";

export interface PlannedFile {
  readonly path: string;
  readonly text: string;
  readonly mode: number;
}

export interface Command {
  readonly words: readonly string[];
  /** A failure of this one says only that there was nothing to do. */
  readonly mayFail?: boolean;
}

/** What stands where once the service is installed, and the commands around it. */
export interface Plan {
  readonly manager: Manager;
  /** What the service is given, beside its home, the lines by the user's own hand among it. */
  readonly environment: AnyEnv;
  /** The service file first. */
  readonly files: readonly PlannedFile[];
  /** Folders that must be there, for their owner alone. */
  readonly folders: readonly string[];
  /** Every file that an install may have written. */
  readonly owned: readonly string[];
  /** What the manager made to start the service by, and takes away itself where it can be reached. */
  readonly links: readonly string[];
  /** Makes the manager take new files up. */
  readonly enable: readonly Command[];
  /** The same, and has a running service begin anew: with changed files, or with another daemon in its place. */
  readonly update: readonly Command[];
  /** Stops the service, before the files go. */
  readonly disable: readonly Command[];
  /** Makes the manager forget it, after they went. */
  readonly forget: readonly Command[];
}

export interface PlanFacts {
  readonly env: Env;
  readonly node: string;
  readonly daemon: string;
  /** The user's number, for launchd's domain. */
  readonly uid: number;
  /** Where systemd's user manager looks for the user's units, where that is known: the shell's `XDG_CONFIG_HOME` is not the manager's. */
  readonly unitFolder?: string | undefined;
  /** Of the files with variables that are there: the lines to keep, and the place where an earlier install put its own. */
  readonly kept?: string;
  readonly earlierVariables?: string | undefined;
}

/** Where the service file lies. */
export function serviceFile(manager: Manager, home: string, unitFolder?: string): string {
  return manager === "systemd"
    ? join(unitFolder ?? join(home, ".config", "systemd", "user"), `${vendor.program}.service`)
    : join(home, "Library", "LaunchAgents", `${vendor.program}.plist`);
}

/** Where the variables lie: beside the settings, as the service will find them. */
export function variablesFile(env: Env, home: string): string {
  return join(dirname(settingsFile(copiedEnvironment(env), home)), VARIABLES_FILE);
}

/** Plans an install, and with it what an uninstall removes. Throws where there is no home folder. */
export function planFor(manager: Manager, facts: PlanFacts): Plan {
  return manager === "systemd" ? systemdPlan(facts) : launchdPlan(facts);
}

function systemdPlan({ env, node, daemon, unitFolder, kept, earlierVariables }: PlanFacts): Plan {
  const home = homeOf(env);
  const unit = serviceFile("systemd", home, unitFolder);
  const variables = variablesFile(env, home);
  const served = environmentFile(copiedEnvironment(env), kept);
  const text = systemdUnit({
    program: vendor.program,
    execStart: execStart(node, daemon),
    environmentFile: environmentPattern(variables),
  });
  const systemctl = (...words: string[]) => ({ words: ["systemctl", "--user", ...words] });
  const reload = systemctl("daemon-reload");
  return {
    manager: "systemd",
    environment: readEnvironmentFile(served),
    files: [
      { path: unit, text, mode: 0o644 },
      ...(served === "" ? [] : [{ path: variables, text: served, mode: 0o600 }]),
    ],
    folders: [],
    owned: [...new Set([unit, variables, earlierVariables ?? variables])],
    links: [join(dirname(unit), "default.target.wants", `${vendor.program}.service`)],
    enable: [reload, systemctl("enable", "--now", vendor.program)],
    update: [reload, systemctl("enable", vendor.program), systemctl("restart", vendor.program)],
    disable: [systemctl("disable", "--now", vendor.program)],
    forget: [reload, { ...systemctl("reset-failed", vendor.program), mayFail: true }],
  };
}

function launchdPlan({ env, node, daemon, uid }: PlanFacts): Plan {
  const home = homeOf(env);
  const logs = join(home, "Library", "Logs", vendor.program);
  const path = serviceFile("launchd", home);
  const environment = copiedEnvironment(env);
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
    environment,
    // Proxies may hold a password: for the owner alone.
    files: [{ path, text, mode: 0o600 }],
    folders: [logs],
    owned: [path],
    links: [],
    // A service that is loaded cannot be loaded again.
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
