import { existsSync } from "node:fs";
import { vendor } from "#vendor";
import type { CommandRunner } from "./command-runner.ts";
import { queryUnitFolder } from "./unit-folder.ts";

export type Manager = "systemd" | "launchd";

/** This machine's service manager for users; `undefined` if it has neither of the two. */
export function findManager(platform: string = process.platform): Manager | undefined {
  if (platform === "darwin") return "launchd";
  // The same test as sd_booted(3).
  return platform === "linux" && existsSync("/run/systemd/system") ? "systemd" : undefined;
}

export type Reached =
  /** `unitFolder` is where systemd looks for the user's units, if it reports one. */
  | { readonly status: "reached"; readonly unitFolder?: string | undefined }
  /** `why` is the system's message. A shell started by su or sudo cannot reach a user's manager. */
  | { readonly status: "unreachable"; readonly why: string };

/** Asks the user's service manager whether it can be reached, and where it looks for units. */
export function reachManager(manager: Manager, run: CommandRunner): Reached {
  return manager === "launchd" ? { status: "reached" } : queryUnitFolder(run);
}

/** The command that shows the newest lines of the service's log. */
export function logCommand(manager: Manager): string {
  const { program } = vendor;
  return manager === "systemd"
    ? `journalctl --user -u ${program} -n 20`
    : `tail -n 20 ~/Library/Logs/${program}/${program}.log`;
}
