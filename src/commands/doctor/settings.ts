import type { Env } from "../../base/edges.ts";
import { SERVICE_VARIABLE } from "../../base/service-manager.ts";
import { describeProblem, type LoadedConfig, type Problem } from "../../base/settings/load.ts";
import { VARIABLES } from "../../base/settings/schema.ts";
import { LIMITS_VARIABLE } from "../../limits/switch.ts";
import { nearest } from "../nearest.ts";
import { type Check, counted, failure, ok, shellWord, warning } from "./check.ts";

const KNOWN: readonly string[] = [...Object.values(VARIABLES), LIMITS_VARIABLE, SERVICE_VARIABLE];

/** The settings, each problem with its origin. @param file the settings file's path, where there is a home for it. */
export function judgeSettings(loaded: LoadedConfig, env: Env, file: string | undefined): Check[] {
  return [...(loaded.status === "ok" ? [whole(loaded)] : loaded.problems.map(wrong)), ...unknownVariables()];

  function wrong(problem: Problem): Check {
    const mend =
      problem.source === "environment"
        ? `unset ${problem.setting}, or set it right`
        : `edit ${shellWord(file ?? "the settings file")}`;
    return failure("settings", describeProblem(problem), mend);
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

function whole({ origins }: LoadedConfig & { status: "ok" }): Check {
  const all = Object.values(origins);
  const fromFile = all.filter((origin) => origin === "file").length;
  return ok(
    "settings",
    `${counted(fromFile, "setting")} from the file, ${all.length - fromFile} from the environment`,
  );
}
