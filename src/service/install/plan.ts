import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { vendor } from "#vendor";
import type { Env } from "../../base/edges.ts";
import { homeFolder, settingsFile } from "../../base/paths.ts";
import { copiedEnvironment, environmentFile } from "./environment.ts";
import { launchdPlist } from "./launchd-plist.ts";
import { execWord, systemdUnit } from "./systemd-unit.ts";

export type Manager = "systemd" | "launchd";

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
  /** Makes the manager, and a running service, take changed files up. */
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
  /** The user manager's own `XDG_CONFIG_HOME`, where it has one: it is not the shell's. */
  readonly unitConfig?: string | undefined;
}

export function planFor(manager: Manager, facts: PlanFacts): Plan {
  return manager === "systemd" ? systemdPlan(facts) : launchdPlan(facts);
}

function systemdPlan({ env, node, daemon, unitConfig }: PlanFacts): Plan {
  const home = homeFolder(env) ?? homedir();
  const settings = dirname(settingsFile(env, home));
  const units = join(unitConfig ?? join(home, ".config"), "systemd", "user");
  const unit = join(units, `${vendor.program}.service`);
  const variables = join(settings, "service.env");
  const environment = copiedEnvironment(env);
  const text = systemdUnit({
    program: vendor.program,
    execStart: `${execWord(node, "program")} ${execWord(daemon)}`,
    environmentFile: variables.replaceAll("%", "%%"),
  });
  const systemctl = (...words: string[]) => ({ words: ["systemctl", "--user", ...words] });
  const enable = [systemctl("daemon-reload"), systemctl("enable", "--now", vendor.program)];
  return {
    manager: "systemd",
    files: [
      { path: unit, text, mode: 0o644 },
      ...(Object.keys(environment).length === 0
        ? []
        : [{ path: variables, text: environmentFile(environment), mode: 0o600 }]),
    ],
    folders: [],
    owned: [unit, variables],
    links: [join(units, "default.target.wants", `${vendor.program}.service`)],
    enable,
    update: [...enable, systemctl("try-restart", vendor.program)],
    disable: [{ ...systemctl("disable", "--now", vendor.program), mayFail: true }],
    forget: [systemctl("daemon-reload"), { ...systemctl("reset-failed", vendor.program), mayFail: true }],
  };
}

function launchdPlan({ env, node, daemon, uid }: PlanFacts): Plan {
  const home = homeFolder(env) ?? homedir();
  const logs = join(home, "Library", "Logs", vendor.program);
  const path = join(home, "Library", "LaunchAgents", `${vendor.program}.plist`);
  const text = launchdPlist({
    program: vendor.program,
    arguments: [node, daemon],
    logFile: join(logs, `${vendor.program}.log`),
    environment: copiedEnvironment(env),
  });
  const domain = `gui/${uid}`;
  const bootout = { words: ["launchctl", "bootout", `${domain}/${vendor.program}`], mayFail: true };
  const bootstrap = { words: ["launchctl", "bootstrap", domain, path] };
  return {
    manager: "launchd",
    // Proxies may hold a password: for the owner alone.
    files: [{ path, text, mode: 0o600 }],
    folders: [logs],
    owned: [path],
    links: [],
    // A service that is loaded cannot be loaded again.
    enable: [bootout, bootstrap],
    update: [bootout, bootstrap],
    disable: [bootout],
    forget: [],
  };
}
