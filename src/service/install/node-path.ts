import { execFileSync } from "node:child_process";
import { accessSync, constants, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";
import type { Env } from "../../base/edges.ts";

/** Folders that are gone with the shell, the package runner or the next start of the machine. */
const PASSING = [
  /^\/tmp\//,
  /^\/var\/tmp\//,
  /^\/private\//,
  /^\/run\//,
  /fnm_multishells/,
  /\/node_modules\//,
  /\/_npx\//,
];
const TRY_MS = 10_000;

/**
 * The node that a service is to run: the first on PATH that lies in a lasting folder and runs without the shell's
 * environment, else this very one by its real path, which dies with its version (design: install).
 */
export function lastingNode(env: Env, isNode: (path: string) => boolean = runs): string {
  const folders = (env["PATH"] ?? "").split(delimiter).filter(isAbsolute);
  const candidates = folders.map((folder) => join(folder, "node")).filter(isLasting);
  return candidates.find(isNode) ?? realpathSync(process.execPath);
}

/** Whether a path will still be there tomorrow. */
export function isLasting(path: string): boolean {
  return !path.startsWith(`${tmpdir()}/`) && !PASSING.some((folder) => folder.test(path));
}

function runs(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    const code = "process.exit(+process.versions.node.split('.')[0] >= 20 ? 0 : 1)";
    execFileSync(path, ["-e", code], { env: {}, stdio: "ignore", timeout: TRY_MS });
    return true;
  } catch {
    return false;
  }
}
