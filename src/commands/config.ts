import { vendor } from "#vendor";
import type { Env } from "../base/edges.ts";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { homeFolder, settingsFile } from "../base/paths.ts";
import { describeProblem, type LoadedConfig, loadConfig } from "../base/settings/load.ts";
import { resolveConfig } from "../base/settings/resolve.ts";
import { type Setting, VARIABLES } from "../base/settings/schema.ts";
import { areLimitsOff, LIMITS_VARIABLE } from "../limits/switch.ts";
import type { Output } from "./output.ts";
import { jsonLine, visible } from "./text/visible.ts";

interface Line {
  readonly setting: Setting | "limits";
  /** Null where there is none. Of a token, where it lies. */
  readonly value: string | readonly string[] | null;
  readonly origin: "environment" | "file" | "default";
  /** The variable that it came from. */
  readonly variable?: string;
}

/** Prints each setting with its value and where it came from; no token, for no setting holds one. */
export async function configCommand({ json }: { json: boolean }, { out, err }: Output): Promise<ExitCode> {
  const { env } = process;
  const loaded = await loadConfig({ env });
  if (loaded.status === "invalid") {
    const { problems } = loaded;
    if (json) out(jsonLine({ schemaVersion: 1, problems }));
    else for (const problem of problems) err(`${vendor.program}: ${describeProblem(problem)}\n`);
    return EXIT.settings;
  }
  const file = settingsFile(env, homeFolder(env) ?? "/");
  const settings = linesOf(loaded, env);
  out(json ? jsonLine({ schemaVersion: 1, settingsFile: file, settings }) : table(settings, file));
  return EXIT.ok;
}

function linesOf({ config, origins }: LoadedConfig & { status: "ok" }, env: Env): Line[] {
  const values: Record<Setting, Line["value"] | undefined> = {
    ...resolveConfig(config, env),
    logLevel: config.logLevel ?? "info",
  };
  const lines = (Object.keys(VARIABLES) as Setting[]).map((setting): Line => {
    const origin = origins[setting] ?? "default";
    const variable = origin === "environment" ? VARIABLES[setting] : undefined;
    return { setting, value: values[setting] ?? null, origin, ...(variable && { variable }) };
  });
  const limits: Line = env[LIMITS_VARIABLE]
    ? {
        setting: "limits",
        value: areLimitsOff(env) ? "off" : "on",
        origin: "environment",
        variable: LIMITS_VARIABLE,
      }
    : { setting: "limits", value: "on", origin: "default" };
  return [...lines, limits];
}

function table(lines: readonly Line[], file: string): string {
  const rows = lines.map(({ setting, value, origin, variable }) => {
    const text = value === null ? "-" : [value].flat().join(", ");
    const from = variable ?? (origin === "file" ? "settings file" : "default");
    return `${setting.padEnd(16)} ${visible(text)}  (${from})\n`;
  });
  return `${rows.join("")}\nThe settings file is ${visible(file)}\n`;
}
