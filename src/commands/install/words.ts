import { describeCode } from "../../base/system-errors.ts";
import type { InstalledService, InstallResult, LimitsOff } from "../../service/install/index.ts";
import { LIMITS_VARIABLE } from "../../settings/index.ts";
import { visible } from "../../text/visible.ts";

/** What happened to a file, before its path. */
export const CHANGES = {
  new: "Wrote",
  changed: "Updated",
  unchanged: "Unchanged:",
  removed: "Removed",
} as const;

/** Why nothing was installed, or not everything, after the program's name. */
export function whyNotInstalled(result: Exclude<InstallResult, InstalledService>): string {
  switch (result.status) {
    case "in_npx_cache":
      return `this copy is in npx's cache, which is temporary. Fix: npm install --global --prefix ~/.local agent-usage, then install from there`;
    case "unreadable":
      return `cannot read ${result.path}: ${describeCode(result.code)}`;
    case "bad_path":
      return `the path ${visible(result.path)} ${result.reason}, which a service file cannot hold. Fix: rename the folder. Nothing was installed`;
    case "rejected":
      return `the system rejects the service file:\n${result.complaint}`;
    case "unwritable":
      return `cannot write ${result.failed.path}: ${describeCode(result.failed.code)}`;
  }
}

/** Notes on what the service does not get from this shell, and on a program that may disappear. */
export function missingNotes(
  { isDaemonTemporary, shellOnly, limitsOff, uncopied }: InstalledService,
  daemon: string,
): string[] {
  return [
    ...(isDaemonTemporary
      ? [`${daemon} is in a temporary folder. The service fails once that is cleared.`]
      : []),
    ...shellOnly.map(
      (name) =>
        `${name} is set in this shell only, and the service does not see it. Put it into the settings file.`,
    ),
    ...(limitsOff === undefined ? [] : [limitsNote(limitsOff)]),
    ...uncopied.map(({ name, reason }) => `${name} was not copied: it ${reason}.`),
  ];
}

function limitsNote({ path, isAsInShell }: LimitsOff): string {
  const [as, now] = isAsInShell ? [", as in this shell", "now "] : ["", ""];
  return `limits are off for the service${as}: ${LIMITS_VARIABLE}=off is ${now}in ${path}. To turn them on, remove it there and install again.`;
}
