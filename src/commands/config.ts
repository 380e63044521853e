import { vendor } from "#vendor";
import type { Env } from "../base/edges.ts";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { plural } from "../base/words.ts";
import type { Output } from "../cli/index.ts";
import {
  areLimitsOff,
  describeProblem,
  homeFolder,
  LIMITS_VARIABLE,
  type LoadedConfig,
  loadConfig,
  type Problem,
  resolveConfig,
  type Setting,
  settingsFile,
  VARIABLES,
} from "../settings/index.ts";
import { screenOf } from "../text/screen.ts";
import { jsonLine, visible } from "../text/visible.ts";
import { widthOf } from "../text/width.ts";

interface Line {
  readonly setting: Setting | "limits";
  /** Null if it is not set. For a token, the path of its file. */
  readonly value: string | readonly string[] | null;
  readonly origin: "environment" | "file" | "default";
  /** The variable it came from. */
  readonly variable?: string;
}

/** Prints each setting, its value and where it came from. No token is printed. */
export async function configCommand({ json }: { json: boolean }, { out, err }: Output): Promise<ExitCode> {
  const { env } = process;
  const loaded = await loadConfig({ env });
  const file = settingsFile(env, homeFolder(env) ?? "/");
  if (loaded.status === "invalid") {
    const { problems } = loaded;
    if (json) out(jsonLine({ schemaVersion: 1, settingsFile: file, problems }));
    else err(problemsText(problems, file, screenOf(process.stderr, env).columns));
    return EXIT.failed;
  }
  const settings = linesOf(loaded, env);
  const { columns } = screenOf(process.stdout, env);
  out(
    json
      ? jsonLine({ schemaVersion: 1, settingsFile: file, settings })
      : settingsText(settings, file, columns),
  );
  return EXIT.ok;
}

function linesOf({ config, origins }: LoadedConfig & { status: "ok" }, env: Env): Line[] {
  const { alertAt, alertCommand, ...settings } = resolveConfig(config, env);
  const values: Record<Setting, Line["value"] | undefined> = {
    ...settings,
    logLevel: config.logLevel ?? "info",
    logFormat: config.logFormat,
    alertAt: alertAt.map(String),
    alertCommand: alertCommand && shownCommand(alertCommand),
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

/** Only the program: an argument may hold a token. */
function shownCommand([program = "", ...args]: readonly string[]): string {
  return args.length === 0 ? program : `${program} (${plural(args.length, "argument")} not shown)`;
}

function problemsText(problems: readonly Problem[], file: string, columns: number): string {
  const lines = problems.map((problem) => `${vendor.program}: ${describeProblem(problem)}`);
  return joinLines([...lines, ...fileLines(file, columns)]);
}

/** One line for each setting. If it is too long for the screen, its values go below it, each on one line, to be copied. */
function settingsText(lines: readonly Line[], file: string, columns: number): string {
  const rows = lines.flatMap(({ setting, value, origin, variable }) => {
    const values = [value ?? "-"].flat().map(visible);
    const from = `(${variable ?? (origin === "file" ? "settings file" : "default")})`;
    const row = `${setting.padEnd(16)} ${values.join(", ")}  ${from}`;
    return widthOf(row) <= columns ? [row] : below(setting, [...values, from]);
  });
  return joinLines([...rows, "", ...fileLines(file, columns)]);
}

function fileLines(file: string, columns: number): string[] {
  const [name, path] = ["Settings file:", visible(file)];
  const line = `${name} ${path}`;
  return widthOf(line) <= columns ? [line] : below(name, [path]);
}

function below(name: string, more: readonly string[]): string[] {
  return [name, ...more.map((part) => `  ${part}`)];
}

function joinLines(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join("");
}
