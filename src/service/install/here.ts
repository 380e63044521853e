import type { Env } from "../../base/edges.ts";
import { linesByHand } from "./environment-file.ts";
import { asInstalled, type Installed, readIfThere, readInstalled } from "./installed.ts";
import { findManager, type Reached, reachManager } from "./manager.ts";
import { type Manager, type Plan, planFor, serviceFile, variablesFile } from "./plan.ts";
import { type Run, runCommandLine } from "./run.ts";

/** What install and uninstall see of the machine. */
export interface ServiceEdges {
  readonly env: Env;
  readonly manager: Manager | undefined;
  readonly run: Run;
}

export function realServiceEdges(): ServiceEdges {
  return { env: process.env, manager: findManager(), run: (command) => runCommandLine(command) };
}

export interface Place {
  readonly manager: Manager;
  readonly env: Env;
  readonly home: string;
  readonly run: Run;
}

export type Unreadable = Extract<Installed, { status: "unreadable" }>;

/** The plan of an install for this machine and user, over what an earlier one left. Never rejects. */
export async function planInstall(
  place: Place,
  programs: { readonly node: string; readonly daemon: string },
): Promise<{ readonly status: "planned"; readonly plan: Plan; readonly reached: Reached } | Unreadable> {
  const { manager, env, home } = place;
  const { reached, unitFolder, installed } = await look(place);
  if (installed.status === "unreadable") return installed;
  const earlier = installed.status === "found" ? installed.variables : undefined;
  const path = variablesFile(env, home);
  const there = manager === "systemd" ? await readIfThere(path) : undefined;
  if (there?.status === "unreadable") return there;
  const texts = [there?.text ?? "", earlier === undefined || earlier.path === path ? "" : earlier.text];
  const kept = texts.map(linesByHand).join("");
  const earlierVariables = earlier?.path;
  const plan = planFor(manager, { env, ...programs, uid: uid(), unitFolder, kept, earlierVariables });
  return { status: "planned", plan, reached };
}

/** The plan by which the installed service goes, and the environment that its settings and its state are found by. Never rejects. */
export async function planUninstall(
  place: Place,
): Promise<{ readonly status: "planned"; readonly plan: Plan; readonly env: Env } | Unreadable> {
  const { unitFolder, installed } = await look(place);
  if (installed.status === "unreadable") return installed;
  const env = asInstalled(place.env, installed);
  const plan = planFor(place.manager, { env, node: "", daemon: "", uid: uid(), unitFolder });
  return { status: "planned", plan, env };
}

async function look({ manager, home, run }: Place) {
  const reached = reachManager(manager, run);
  const unitFolder = reached.status === "reached" ? reached.unitFolder : undefined;
  const installed = await readInstalled(manager, {
    serviceFile: serviceFile(manager, home, unitFolder),
    home,
  });
  return { reached, unitFolder, installed };
}

function uid(): number {
  return process.getuid?.() ?? 0;
}
