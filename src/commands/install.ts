import { vendor } from "#vendor";
import { errorCode } from "../base/errors.ts";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { SERVICE_VARIABLE } from "../base/service-manager.ts";
import { shellOnlySettings } from "../service/install/environment.ts";
import { checkServiceFile, type Written, writeFiles } from "../service/install/files.ts";
import { findManager, planHere, runAll, runCommandLine } from "../service/install/manager.ts";
import { isLasting, lastingNode } from "../service/install/node-path.ts";
import { type Output, refuse } from "./program.ts";

/** What to do where there is no service manager that we know. */
export const NO_MANAGER = `no systemd and no launchd runs here: have your own service manager, or a terminal, run "${vendor.program} run"`;

/** Writes the service file of this machine and user, and says how to go on; `now` goes on. */
export async function installCommand(
  { now, daemon }: { now: boolean; daemon: string },
  output: Output,
): Promise<ExitCode> {
  const fail = (message: string) => refuse(output, message);
  const manager = findManager();
  if (manager === undefined) return fail(NO_MANAGER);
  if (/\/_npx\//.test(daemon)) {
    return fail(
      `this copy lies in npx's cache and will be gone: npm install --global ${vendor.program} first`,
    );
  }
  const { env } = process;
  const plan = planHere(manager, lastingNode(env), daemon);
  const complaint = await checkServiceFile(plan, runCommandLine);
  if (complaint !== undefined) return fail(`the service file would not be accepted:\n${complaint}`);

  let written: Written[];
  try {
    written = await writeFiles(plan);
  } catch (error) {
    return fail(`the service file cannot be written (${errorCode(error)})`);
  }
  for (const { path, change } of written) output.out(`${WORDS[change]} ${path}\n`);
  if (!isLasting(daemon))
    output.out(`Note: ${daemon} lies in a folder that may be cleared: the service goes with it.\n`);
  for (const name of shellOnlySettings(env).filter((name) => name !== SERVICE_VARIABLE)) {
    output.out(`Note: ${name} is set in this shell only; the service reads the settings file.\n`);
  }

  const isFirst = written[0]?.change === "new";
  const isChanged = !isFirst && written.some(({ change }) => change !== "unchanged");
  const commands = isChanged ? plan.update : plan.enable;
  if (now) {
    const refused = runAll(commands, runCommandLine, (words) => output.out(`${words}\n`));
    return refused === undefined ? EXIT.ok : fail(`${manager} refused this: ${refused.failed}`);
  }
  output.out(`\nTo go on:\n${commands.map(({ words }) => `  ${words.join(" ")}\n`).join("")}`);
  if (manager === "systemd")
    output.out("To have it run while you are not logged in: loginctl enable-linger\n");
  return EXIT.ok;
}

const WORDS = { new: "Wrote", changed: "Rewrote", unchanged: "Unchanged:", removed: "Removed" } as const;
