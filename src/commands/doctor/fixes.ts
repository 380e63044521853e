import { shellWord } from "../../base/shell-word.ts";
import { type Setting, VARIABLES } from "../../settings/index.ts";

/** A setting in both its forms: `stateDir (AGENT_USAGE_STATE_DIR)`. */
export function settingName(setting: Setting): string {
  return `${setting} (${VARIABLES[setting]})`;
}

/** The command that makes this user the owner of another user's files. */
export function chownCommand(paths: readonly string[]): string {
  return `sudo chown "$(id -un)" ${paths.map(shellWord).join(" ")}`;
}
