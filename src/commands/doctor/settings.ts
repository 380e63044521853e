import { stat } from "node:fs/promises";
import { isOwnedByUs } from "../../base/disk/owner.ts";
import type { Env } from "../../base/edges.ts";
import { shellWord } from "../../base/shell-word.ts";
import { plural } from "../../base/words.ts";
import { SERVICE_ENV_FILE } from "../../service/install/index.ts";
import {
  describeProblem,
  LIMITS_VARIABLE,
  type LoadedConfig,
  type Problem,
  proxyProblem,
} from "../../settings/index.ts";
import { findSuspectVariables } from "../suspect-variables.ts";
import { type Check, failure, ok, warning } from "./check.ts";
import { chownCommand } from "./fixes.ts";

export interface SettingsFileFacts {
  readonly path: string;
  /** `undefined` if the file's owner cannot be read. */
  readonly isOurs: boolean | undefined;
}

export async function gatherSettingsFile(path: string): Promise<SettingsFileFacts> {
  const isOurs = await stat(path).then(
    ({ uid }) => isOwnedByUs(uid),
    () => undefined,
  );
  return { path, isOurs };
}

/** How a problem quotes the limits switch if somebody put it in the settings file. */
const LIMITS_KEY = /^"(?:AGENT_USAGE_)?LIMITS"$/i;

/** The settings, each problem with its origin. @param file `undefined` without a home folder */
export function judgeSettings(loaded: LoadedConfig, env: Env, file: SettingsFileFacts | undefined): Check[] {
  const proxy = proxyProblem(env);
  return [
    ...(loaded.status === "ok" ? [countOf(loaded)] : loaded.problems.map(judgeProblem)),
    ...(proxy === undefined ? [] : [judgeProblem(proxy)]),
    ...findSuspectVariables(env).map(({ name, what, fix }) =>
      warning("settings", `${name} (environment) ${what}`, fix),
    ),
  ];

  function judgeProblem(problem: Problem): Check {
    return failure("settings", describeProblem({ ...problem, fix: undefined }), fixFor(problem));
  }

  function fixFor({ setting, source, code, fix }: Problem): string {
    if (source === "environment") return fix ?? `correct ${setting}, or unset it`;
    const edit = `edit ${file === undefined ? "the settings file" : shellWord(file.path)}`;
    if (file !== undefined && code !== undefined) return fixForUnread(code, file) ?? edit;
    return LIMITS_KEY.test(setting)
      ? `${edit}: only ${LIMITS_VARIABLE}=off turns limits off; for the service, set it in ${SERVICE_ENV_FILE} (docs/service.md)`
      : edit;
  }
}

/** The command that makes the file readable, if there is one. @param code as in a `Problem` */
function fixForUnread(code: string, { path, isOurs }: SettingsFileFacts): string | undefined {
  const word = shellWord(path);
  switch (code) {
    case "EOWNER":
      return chownCommand([path]);
    case "EWRITABLE":
      return isOurs === false ? `${chownCommand([path])} && chmod 600 ${word}` : `chmod 600 ${word}`;
    case "EACCES":
      if (isOurs === undefined) return `check the modes of the folders above ${word}`;
      return isOurs ? `chmod u+r ${word}` : chownCommand([path]);
    case "EISDIR":
    case "EINVAL":
    case "ELOOP":
      return `move ${word} away: it is not a file`;
    default:
      return undefined;
  }
}

function countOf({ origins }: LoadedConfig & { status: "ok" }): Check {
  const all = Object.values(origins);
  const fromFile = all.filter((origin) => origin === "file").length;
  return ok(
    "settings",
    `${plural(fromFile, "setting")} from the file, ${all.length - fromFile} from the environment`,
  );
}
