import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = new URL("../../", import.meta.url);

/**
 * What a program prints as JSON that runs in a Node of its own, as the other vendor's where `conditions` says so.
 * In it `await load("src/settings/paths.ts")` gives a module of ours.
 */
export async function runChild(
  program: string,
  { conditions = [], env = {} }: { conditions?: readonly string[]; env?: NodeJS.ProcessEnv } = {},
): Promise<unknown> {
  const load = `const load = (path) => import(new URL(path, ${JSON.stringify(ROOT.href)}).href);`;
  const flags = conditions.flatMap((condition) => ["--conditions", condition]);
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [...flags, "--import", import.meta.resolve("tsx"), "--input-type=module", "--eval", load + program],
    { cwd: fileURLToPath(ROOT), env: { PATH: process.env["PATH"], ...env } },
  );
  return JSON.parse(stdout);
}
