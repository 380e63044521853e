import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = new URL("../../", import.meta.url);

/**
 * Runs a program in its own Node process and returns what it prints as JSON. `conditions` selects the other vendor's build.
 * Inside, `await load("src/settings/paths.ts")` imports a source module.
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
