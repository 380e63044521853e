import { spawnSync } from "node:child_process";
import { chmod, cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { temporaryFolder } from "./folder.ts";
import { DIST, runProgram } from "./program.ts";

/** A user other than root and the one who runs the tests. */
export const OTHER_USER = 65_534;

function skipReason(): string | false {
  if (process.getuid?.() !== 0) return "only root can run a program as another user";
  const identity = { uid: OTHER_USER, gid: OTHER_USER };
  const { status } = spawnSync(process.execPath, ["--version"], { ...identity, cwd: "/" });
  return status === 0 ? false : "another user may not run this Node";
}
/** Why nothing can run as another user; false if it can. */
export const skip = skipReason();

/** Runs `agent-usage beat` as the other user, from a world-readable copy. */
export async function beatAsOtherUser(t: TestContext, env: Record<string, string>) {
  const folder = await temporaryFolder(t);
  await chmod(folder, 0o755);
  await cp(DIST, folder, { recursive: true });
  return runProgram(t, join(folder, "cli.js"), ["beat"], {
    env: { AGENT_USAGE_LIMITS: "off", ...env },
    user: OTHER_USER,
  });
}

/** A folder owned by root, inside a folder that every user can access. */
export async function rootFolder(t: TestContext, mode: number): Promise<string> {
  const parent = await temporaryFolder(t);
  await chmod(parent, 0o755);
  const dir = join(parent, "state");
  await mkdir(dir);
  await chmod(dir, mode);
  return dir;
}
