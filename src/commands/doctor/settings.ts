import type { Env } from "../../base/edges.ts";
import { SERVICE_VARIABLE } from "../../base/service-manager.ts";
import { describeProblem, type LoadedConfig, type Problem } from "../../base/settings/load.ts";
import { VARIABLES } from "../../base/settings/schema.ts";
import { areLimitsOff, LIMITS_VARIABLE } from "../../limits/switch.ts";
import { VARIABLES_FILE } from "../../service/install/plan.ts";
import { nearest } from "../nearest.ts";
import { type Check, counted, failure, ok, shellWord, warning } from "./check.ts";

const KNOWN: readonly string[] = [...Object.values(VARIABLES), LIMITS_VARIABLE, SERVICE_VARIABLE];

/** The switch in the place of a setting, as a problem quotes it. */
const LIMITS_KEY = /^"(?:AGENT_USAGE_)?LIMITS"$/i;

/** The settings, each problem with its origin. @param file the settings file's path, where there is a home for it. */
export function judgeSettings(loaded: LoadedConfig, env: Env, file: string | undefined): Check[] {
  return [
    ...(loaded.status === "ok" ? [whole(loaded)] : loaded.problems.map(wrong)),
    ...unknownVariables(),
    ...limitsSwitch(env),
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

  function unknownVariables(): Check[] {
    const names = Object.keys(env).filter((name) => name.startsWith("AGENT_USAGE_") && !KNOWN.includes(name));
    return names.map((name) => {
      const meant = nearest(name, KNOWN);
      const message = `${name} (environment) is unknown${meant === undefined ? "" : `: did you mean ${meant}?`}`;
      return warning("settings", message, `unset ${name}`);
    });
  }
}

/** What says nothing else than that the limits are on. */
const ON = /^(?:on|1|true|yes|enabled?)?$/i;

/** Whoever sets the variable may mean to keep the access token here. */
function limitsSwitch(env: Env): Check[] {
  if (areLimitsOff(env) || ON.test(env[LIMITS_VARIABLE]?.trim() ?? "")) return [];
  const message = `${LIMITS_VARIABLE} (environment) is not off: the call with the access token is made`;
  return [warning("settings", message, `${LIMITS_VARIABLE}=off switches it off; else unset it`)];
}

function whole({ origins }: LoadedConfig & { status: "ok" }): Check {
  const all = Object.values(origins);
  const fromFile = all.filter((origin) => origin === "file").length;
  return ok(
    "settings",
    `${counted(fromFile, "setting")} from the file, ${all.length - fromFile} from the environment`,
  );
}
