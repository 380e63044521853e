import type { Env } from "../../base/edges.ts";
import { type CommandRunner, execCommand } from "./command-runner.ts";
import { environmentAsInstalled, readIfThere, readInstalled, type Unreadable } from "./installed.ts";
import { lastingNode } from "./lasting-path.ts";
import { keepLimitsOff } from "./limits-off.ts";
import { findManager, type Manager, type Reached, reachManager } from "./manager.ts";
import { type Plan, planFor, serviceFile } from "./plan.ts";
import { serviceEnvPath, userLinesIn } from "./service-env-file.ts";

/** What the service commands need from the machine. */
export interface ServiceEdges {
  readonly env: Env;
  readonly manager: Manager | undefined;
  readonly run: CommandRunner;
}

export function realServiceEdges(): ServiceEdges {
  return { env: process.env, manager: findManager(), run: (words) => execCommand(words) };
}

/** A user of a machine that has a service manager. */
export interface Place {
  readonly env: Env;
  readonly manager: Manager;
  readonly run: CommandRunner;
  /** The user's home folder. */
  readonly home: string;
}

/** Plans an install for this machine and user, on top of an earlier one. Never rejects. */
export async function planInstall(
  place: Place,
  daemon: string,
): Promise<{ readonly status: "planned"; readonly plan: Plan; readonly reached: Reached } | Unreadable> {
  const { manager, env, home } = place;
  const { reached, unitFolder, installed } = await inspectPlace(place);
  if (installed.status === "unreadable") return installed;
  const earlier = installed.status === "found" ? installed.envFile : undefined;
  const path = serviceEnvPath(env, home);
  const current = manager === "systemd" ? await readIfThere(path) : undefined;
  if (current?.status === "unreadable") return current;
  const texts = [current?.text ?? "", earlier === undefined || earlier.path === path ? "" : earlier.text];
  const ownLines = texts.map(userLinesIn).join("");
  const before = installed.status === "found" && manager === "launchd" ? [installed.environment] : [];
  const plan = planFor(manager, {
    env,
    node: lastingNode(env),
    daemon,
    uid: userId(),
    unitFolder,
    userLines: keepLimitsOff(ownLines, [env, ...before]),
    earlierEnvFile: earlier?.path,
  });
  return { status: "planned", plan, reached };
}

/**
 * Plans the removal of the installed service. `env` is the environment that leads to its settings and its state. Never
 * rejects. @param purge removes the user's own lines in `service.env` too (rule INSTALL-12)
 */
export async function planUninstall(
  place: Place,
  { purge = false }: { readonly purge?: boolean } = {},
): Promise<{ readonly status: "planned"; readonly plan: Plan; readonly env: Env } | Unreadable> {
  const { manager, home } = place;
  const { unitFolder, installed } = await inspectPlace(place);
  if (installed.status === "unreadable") return installed;
  const env = environmentAsInstalled(place.env, installed);
  const current = manager === "systemd" ? await readIfThere(serviceEnvPath(env, home)) : undefined;
  if (current?.status === "unreadable") return current;
  const userLines = purge ? "" : userLinesIn(current?.text ?? "");
  const plan = planFor(manager, { env, node: "", daemon: "", uid: userId(), unitFolder, userLines });
  return { status: "planned", plan, env };
}

async function inspectPlace({ manager, home, run }: Place) {
  const reached = reachManager(manager, run);
  const unitFolder = reached.status === "reached" ? reached.unitFolder : undefined;
  const installed = await readInstalled(manager, {
    serviceFile: serviceFile(manager, home, unitFolder),
    home,
  });
  return { reached, unitFolder, installed };
}

/** For launchd's domain; neither manager runs on a system without user ids. */
function userId(): number {
  return process.getuid?.() ?? 0;
}
