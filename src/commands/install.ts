import { vendor } from "#vendor";
import type { Env } from "../base/edges.ts";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { SERVICE_VARIABLE } from "../base/log/launchd.ts";
import { type Output, refuse } from "../cli/output.ts";
import {
  checkServiceFile,
  isLasting,
  lastingNode,
  planInstall,
  realServiceEdges,
  runAll,
  type ServiceEdges,
  shellOnlySettings,
  uncopied,
  writeFiles,
} from "../service/install/index.ts";
import { homeFolder } from "../settings/index.ts";
import { checkSettings } from "./program.ts";

/** What to do where there is no service manager that we know. */
const NO_MANAGER = `no systemd and no launchd runs here: have your own service manager, or a terminal, run "${vendor.program} run"`;
export const NO_HOME = "HOME (environment) must name the home folder";

/** Writes the service file of this machine and user, and says how to go on; `now` goes on. */
export async function installCommand(
  { now, daemon }: { now: boolean; daemon: string },
  output: Output,
  { env, manager, run }: ServiceEdges = realServiceEdges(),
): Promise<ExitCode> {
  const fail = (message: string) => refuse(output, message);
  const note = (text: string) => output.out(`Note: ${text}\n`);
  const home = homeFolder(env);
  if (home === undefined) return fail(NO_HOME);
  if (manager === undefined) return fail(NO_MANAGER);
  if (/\/_npx\//.test(daemon)) {
    return fail(
      `this copy lies in npx's cache and will be gone: npm install --global ${vendor.program} first`,
    );
  }
  const planned = await planInstall({ manager, env, home, run }, { node: lastingNode(env), daemon });
  if (planned.status === "unreadable") return fail(`${planned.path} cannot be read (${planned.code})`);
  const { plan, reached } = planned;
  const complaint = await checkServiceFile(plan, run);
  if (complaint !== undefined) return fail(`the service file would not be accepted:\n${complaint}`);

  const { written, failed } = await writeFiles(plan);
  for (const { path, change } of written) output.out(`${WORDS[change]} ${path}\n`);
  if (failed !== undefined) return fail(`${failed.path} cannot be written (${failed.code})`);

  shellNotes(daemon, env).forEach(note);
  const settings = await checkSettings({ HOME: home, ...plan.environment });
  const problems = settings.status === "invalid" ? settings.problems : [];
  for (const problem of problems) note(`${problem}: until that is mended, the service ends at once.`);

  if (now) {
    if (problems.length > 0) return fail("the settings are wrong: the service was not started");
    if (reached.status === "unreachable") {
      return fail(`${manager} cannot be reached from here (${reached.why}): --now needs a login session`);
    }
    const refused = runAll(plan.update, run, (words) => output.out(`${words}\n`));
    return refused === undefined ? EXIT.ok : fail(`${manager} refused this: ${refused.failed}`);
  }
  if (reached.status === "unreachable") {
    note(
      `${manager} cannot be reached from here (${reached.why}): these commands, and --now, need a login session.`,
    );
  }
  const commands = written[0]?.change === "new" ? plan.enable : plan.update;
  output.out(`\nTo go on:\n${commands.map(({ words }) => `  ${words.join(" ")}\n`).join("")}`);
  if (manager === "systemd")
    output.out("To have it run while you are not logged in: loginctl enable-linger\n");
  return EXIT.ok;
}

const WORDS = { new: "Wrote", changed: "Rewrote", unchanged: "Unchanged:", removed: "Removed" } as const;

/** What of this shell, and of this copy of the program, the service will not find. */
function shellNotes(daemon: string, env: Env): string[] {
  const settings = shellOnlySettings(env).filter((name) => name !== SERVICE_VARIABLE);
  return [
    ...(isLasting(daemon)
      ? []
      : [`${daemon} lies in a folder that may be cleared: the service goes with it.`]),
    ...settings.map((name) => `${name} is set in this shell only; the service reads the settings file.`),
    ...uncopied(env).map(({ name, reason }) => `${name} ${reason} and is not copied.`),
  ];
}
