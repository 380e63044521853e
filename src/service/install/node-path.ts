import { execFileSync } from "node:child_process";
import { accessSync, constants, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";
import type { Env } from "../../base/edges.ts";

/** Folders that are gone with the shell, the package runner or the next start of the machine. */
const PASSING = [
  /^\/tmp\//,
  /^\/var\/tmp\//,
  /^\/dev\/shm\//,
  /^\/private\//,
  // NixOS keeps there what its configuration has installed.
  /^\/run\/(?!current-system\/)/,
  /fnm_multishells/,
  /\/_npx\//,
  /\/\.bun\/install\/cache\//,
];
/** Where a node that is a project's own lies, or one version of it, which goes once nothing names it. */
const PASSING_NODE = [/\/node_modules\//, /^\/(?:nix|gnu)\/store\//];
const TRY_MS = 10_000;

/**
 * The node that a service is to run: the first on PATH that lies in a lasting folder and runs without the shell's
 * environment, else this very one by its real path, which dies with its version (rule INSTALL-2).
 */
export function lastingNode(env: Env, isNode: (path: string) => boolean = runsAlone): string {
  const folders = (env["PATH"] ?? "").split(delimiter).filter(isAbsolute);
  const candidates = folders.map((folder) => join(folder, "node")).filter(isLastingNode);
  return candidates.find(isNode) ?? realpathSync(process.execPath);
}

/** Whether a path will still be there tomorrow. */
export function isLasting(path: string): boolean {
  return !path.startsWith(`${tmpdir()}/`) && !PASSING.some((folder) => folder.test(path));
}

/** The same for a node. */
export function isLastingNode(path: string): boolean {
  return isLasting(path) && !PASSING_NODE.some((folder) => folder.test(path));
}

/** Whether it is a node of ours or newer that runs in an empty environment. */
export function runsAlone(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    const code = "process.exit(+process.versions.node.split('.')[0] >= 20 ? 0 : 1)";
    execFileSync(path, ["-e", code], { env: {}, stdio: "ignore", timeout: TRY_MS });
    return true;
  } catch {
    return false;
  }
}
