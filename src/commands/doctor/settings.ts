import { stat } from "node:fs/promises";
import type { Env } from "../../base/edges.ts";
import { plural } from "../../base/words.ts";
import { LIMITS_VARIABLE } from "../../limits/index.ts";
import { SERVICE_ENV_FILE } from "../../service/install/index.ts";
import { describeProblem, type LoadedConfig, type Problem } from "../../settings/index.ts";
import { doubtsOf } from "../variables.ts";
import { type Check, failure, ok, shellWord, warning } from "./check.ts";
import { isOwnedByUs, takeOver } from "./obstacle.ts";

export interface SettingsFileFacts {
  readonly path: string;
  /** `undefined` where it cannot be looked at. */
  readonly isOurs: boolean | undefined;
}

export async function gatherSettingsFile(path: string): Promise<SettingsFileFacts> {
  const isOurs = await stat(path).then(
    ({ uid }) => isOwnedByUs(uid),
    () => undefined,
  );
  return { path, isOurs };
}

/** The switch in the place of a setting, as a problem quotes it. */
const LIMITS_KEY = /^"(?:AGENT_USAGE_)?LIMITS"$/i;

/** The settings, each problem with its origin. @param file `undefined` where there is no home for one. */
export function judgeSettings(loaded: LoadedConfig, env: Env, file: SettingsFileFacts | undefined): Check[] {
  return [
    ...(loaded.status === "ok" ? [whole(loaded)] : loaded.problems.map(wrong)),
    ...doubtsOf(env).map(({ name, what, fix }) => warning("settings", `${name} (environment) ${what}`, fix)),
  ];

  function wrong(problem: Problem): Check {
    return failure("settings", describeProblem(problem), fixFor(problem));
  }

  function fixFor({ setting, source, code }: Problem): string {
    if (source === "environment") return `unset ${setting}, or set it right`;
    const edit = `edit ${file === undefined ? "the settings file" : shellWord(file.path)}`;
    if (file !== undefined && code !== undefined) return fixForUnread(code, file) ?? edit;
    return LIMITS_KEY.test(setting)
      ? `${edit}: limits are switched off by ${LIMITS_VARIABLE}=off alone, for the service in ${SERVICE_ENV_FILE} (docs/service.md)`
      : edit;
  }
}

/** The command that has it read, where one does. @param code as in a `Problem`. */
function fixForUnread(code: string, { path, isOurs }: SettingsFileFacts): string | undefined {
  const word = shellWord(path);
  switch (code) {
    case "EOWNER":
      return takeOver([path]);
    case "EWRITABLE":
      return isOurs === false ? `${takeOver([path])} && chmod 600 ${word}` : `chmod 600 ${word}`;
    case "EACCES":
      if (isOurs === undefined) return `see to the modes of the folders above ${word}`;
      return isOurs ? `chmod u+r ${word}` : takeOver([path]);
    case "EISDIR":
    case "EINVAL":
    case "ELOOP":
      return `it is no file: move ${word} away`;
    default:
      return undefined;
  }
}

function whole({ origins }: LoadedConfig & { status: "ok" }): Check {
  const all = Object.values(origins);
  const fromFile = all.filter((origin) => origin === "file").length;
  return ok(
    "settings",
    `${plural(fromFile, "setting")} from the file, ${all.length - fromFile} from the environment`,
  );
}
