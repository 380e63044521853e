import { execFileSync } from "node:child_process";
import { accessSync, constants, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";
import type { Env } from "../../base/edges.ts";
import { obstacleInText } from "./copied-variables.ts";

/** Folders that disappear with the shell, with the package runner or at the next boot. */
const TEMPORARY = [
  /^\/tmp\//,
  /^\/var\/tmp\//,
  /^\/dev\/shm\//,
  /^\/private\//,
  // NixOS keeps the programs of its configuration in /run/current-system.
  /^\/run\/(?!current-system\/)/,
  /fnm_multishells/,
  /\/_npx\//,
  /\/\.bun\/install\/cache\//,
];
/** Folders with the node of one project, or with one version that is removed once nothing refers to it. */
const TEMPORARY_FOR_NODE = [/\/node_modules\//, /^\/(?:nix|gnu)\/store\//];
const TRY_TIMEOUT_MS = 10_000;

/**
 * The node for the service: the first on PATH that is in a lasting folder and works with an empty environment. If there
 * is none, the real path of the current one, which an upgrade of node may remove (rule INSTALL-2).
 */
export function lastingNode(env: Env, isNode: (path: string) => boolean = runsAlone): string {
  const folders = (env["PATH"] ?? "").split(delimiter).filter(isAbsolute);
  const candidates = folders.map((folder) => join(folder, "node")).filter(isUsableNode);
  return candidates.find(isNode) ?? realpathSync(process.execPath);
}

function isUsableNode(path: string): boolean {
  return isLastingNode(path) && obstacleInText(path) === undefined;
}

/** Whether a path is outside every temporary folder. */
export function isLasting(path: string): boolean {
  return !path.startsWith(`${tmpdir()}/`) && !TEMPORARY.some((folder) => folder.test(path));
}

export function isLastingNode(path: string): boolean {
  return isLasting(path) && !TEMPORARY_FOR_NODE.some((folder) => folder.test(path));
}

/** Whether a path is a node, new enough for this program, that works with an empty environment. */
export function runsAlone(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    const code = "process.exit(+process.versions.node.split('.')[0] >= 20 ? 0 : 1)";
    execFileSync(path, ["-e", code], { env: {}, stdio: "ignore", timeout: TRY_TIMEOUT_MS });
    return true;
  } catch {
    return false;
  }
}
