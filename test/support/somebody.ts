import { spawnSync } from "node:child_process";
import { chmod, cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import { temporaryFolder } from "./folder.ts";
import { DIST, runProgram } from "./program.ts";

/** A user who is neither root nor whoever runs the tests. */
export const SOMEBODY = 65_534;

function whyNot(): string | false {
  if (process.getuid?.() !== 0) return "only root can run a program as somebody else";
  const identity = { uid: SOMEBODY, gid: SOMEBODY };
  const { status } = spawnSync(process.execPath, ["--version"], { ...identity, cwd: "/" });
  return status === 0 ? false : "this Node may not be run by another user";
}
/** Why nothing can be run as somebody else; false where it can. */
export const skip = whyNot();

/** `agent-usage beat` as somebody who is not root, from a copy that everybody may read. */
export async function beatAsSomebody(t: TestContext, env: Record<string, string>) {
  const folder = await temporaryFolder(t);
  await chmod(folder, 0o755);
  await cp(DIST, folder, { recursive: true });
  return runProgram(t, join(folder, "cli.js"), ["beat"], {
    env: { AGENT_USAGE_LIMITS: "off", ...env },
    user: SOMEBODY,
  });
}

/** A folder of root's inside one that all may enter. */
export async function rootsFolder(t: TestContext, mode: number): Promise<string> {
  const parent = await temporaryFolder(t);
  await chmod(parent, 0o755);
  const dir = join(parent, "state");
  await mkdir(dir);
  await chmod(dir, mode);
  return dir;
}
