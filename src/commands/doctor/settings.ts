import type { Env } from "../../base/edges.ts";
import { describeProblem, type LoadedConfig, type Problem } from "../../base/settings/load.ts";
import { LIMITS_VARIABLE } from "../../limits/switch.ts";
import { VARIABLES_FILE } from "../../service/install/plan.ts";
import { doubtsOf } from "../variables.ts";
import { type Check, counted, failure, ok, shellWord, warning } from "./check.ts";

/** The switch in the place of a setting, as a problem quotes it. */
const LIMITS_KEY = /^"(?:AGENT_USAGE_)?LIMITS"$/i;

/** The settings, each problem with its origin. @param file the settings file's path, where there is a home for it. */
export function judgeSettings(loaded: LoadedConfig, env: Env, file: string | undefined): Check[] {
  return [
    ...(loaded.status === "ok" ? [whole(loaded)] : loaded.problems.map(wrong)),
    ...doubtsOf(env).map(({ name, what, mend }) =>
      warning("settings", `${name} (environment) ${what}`, mend),
    ),
  ];

  function wrong(problem: Problem): Check {
    return failure("settings", describeProblem(problem), mendOf(problem));
  }

  function mendOf({ setting, source }: Problem): string {
    if (source === "environment") return `unset ${setting}, or set it right`;
    const edit = `edit ${shellWord(file ?? "the settings file")}`;
    return LIMITS_KEY.test(setting)
      ? `${edit}: limits are switched off by ${LIMITS_VARIABLE}=off alone, for the service in ${VARIABLES_FILE} (docs/service.md)`
      : edit;
  }
}

function whole({ origins }: LoadedConfig & { status: "ok" }): Check {
  const all = Object.values(origins);
  const fromFile = all.filter((origin) => origin === "file").length;
  return ok(
    "settings",
    `${counted(fromFile, "setting")} from the file, ${all.length - fromFile} from the environment`,
  );
}
