import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { userInfo } from "node:os";
import { isAbsolute, join } from "node:path";
import { permissions } from "../../base/disk/files.ts";
import { readRegularFile } from "../../base/disk/regular-file.ts";
import { describeProblem, loadConfig } from "../../settings/index.ts";
import { shellOnlySettings } from "./copied-variables.ts";
import type { Unreadable } from "./installed.ts";
import { plistWords } from "./launchd-plist.ts";
import { type Place, planInstall } from "./make-plan.ts";
import type { Manager } from "./manager.ts";
import type { Plan, PlannedFile } from "./plan.ts";
import { type ServiceState, serviceState } from "./service-state.ts";
import { unitWords } from "./systemd-unit.ts";

/** What doctor judges of the service. */
export interface ServiceFacts {
  readonly status: "inspected";
  readonly manager: Manager;
  /** Whether there is a service file. */
  readonly isInstalled: boolean;
  /** Files that differ from what an install would write now. */
  readonly stale: readonly string[];
  /** Paths that the service file runs and that do not exist. */
  readonly missing: readonly string[];
  readonly state: ServiceState["status"];
  /** systemd: whether the service runs while its user is logged out. `undefined` if that is unknown. */
  readonly lingers: boolean | undefined;
  /** What is wrong with the service's own variables, one line each. */
  readonly problems: readonly string[];
  /** The names of the settings that are set in this shell only. */
  readonly shellOnly: readonly string[];
}

/** Compares the installed service with what an install would write now. Changes nothing. Never rejects. */
export async function inspectService(place: Place, daemon: string): Promise<ServiceFacts | Unreadable> {
  const planned = await planInstall(place, daemon);
  return planned.status === "unreadable" ? planned : inspectPlan(planned.plan, place);
}

export async function inspectPlan(plan: Plan, place: Place): Promise<ServiceFacts> {
  const { manager, files } = plan;
  const text = await readText(files[0]?.path ?? "");
  const programs = text === undefined ? [] : programPaths(manager, text, place.home);
  return {
    status: "inspected",
    manager,
    isInstalled: text !== undefined,
    stale: await staleFiles(plan),
    missing: programs.filter((path) => !existsSync(path)),
    state: text === undefined ? "not_installed" : serviceState(place).status,
    lingers: manager === "systemd" ? lingers() : undefined,
    problems: await variableProblems(plan, place.home),
    shellOnly: shellOnlySettings(place.env, plan.environment),
  };
}

async function variableProblems({ environment, files }: Plan, home: string): Promise<string[]> {
  const loaded = await loadConfig({ env: { HOME: home, ...environment } });
  if (loaded.status === "ok") return [];
  const places = { environment: files.at(-1)?.path ?? "" };
  return loaded.problems
    .filter(({ source }) => source === "environment")
    .map((problem) => describeProblem({ ...problem, fix: undefined }, places));
}

async function staleFiles({ files, owned }: Plan): Promise<string[]> {
  const planned = new Map(files.map((file) => [file.path, file]));
  const stale: string[] = [];
  for (const path of owned) if (!(await isAsPlanned(path, planned.get(path)))) stale.push(path);
  return stale;
}

/** @param file `undefined` if there should be no file */
async function isAsPlanned(path: string, file: PlannedFile | undefined): Promise<boolean> {
  const text = await readText(path);
  return text === file?.text && (file === undefined || (await modeOf(path)) === file.mode);
}

function readText(path: string): Promise<string | undefined> {
  return readRegularFile(path).catch(() => undefined);
}

function modeOf(path: string): Promise<number | undefined> {
  return stat(path).then(
    ({ mode }) => permissions(mode),
    () => undefined,
  );
}

/** The absolute paths that a service file runs. @param home stands for systemd's `%h` */
export function programPaths(manager: Manager, text: string, home: string): string[] {
  return (manager === "systemd" ? unitWords(text, home) : plistWords(text)).filter(isAbsolute);
}

/** Whether the file that `loginctl enable-linger` creates exists; `undefined` for a user without a name. */
function lingers(): boolean | undefined {
  try {
    return existsSync(join("/var/lib/systemd/linger", userInfo().username));
  } catch {
    return undefined;
  }
}
