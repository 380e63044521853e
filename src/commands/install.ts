import { vendor } from "#vendor";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { type Output, refuse } from "../cli/output.ts";
import {
  type InstalledService,
  type InstallResult,
  installService,
  realServiceEdges,
  type ServiceEdges,
  startService,
} from "../service/install/index.ts";
import { homeFolder } from "../settings/index.ts";
import { checkSettings } from "./program.ts";

/** What to do where there is no service manager that we know. */
const NO_MANAGER = `no systemd and no launchd runs here: have your own service manager, or a terminal, run "${vendor.program} run"`;
export const NO_HOME = "HOME (environment) must name the home folder";

/** Writes the service's files for this machine and user, and prints how to start it. @param now starts it too */
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
  const service = await installService({ manager, env, home, run }, daemon);
  if ("written" in service) {
    for (const { path, change } of service.written) output.out(`${WORDS[change]} ${path}\n`);
  }
  if (service.status !== "installed") return fail(whyNotInstalled(service));

  leftNotes(service, daemon).forEach(note);
  const settings = await checkSettings({ HOME: home, ...service.plan.environment });
  const problems = settings.status === "invalid" ? settings.problems : [];
  for (const problem of problems) note(`${problem}: until that is mended, the service ends at once.`);

  const { unreachable } = service;
  if (now) {
    if (problems.length > 0) return fail("the settings are wrong: the service was not started");
    if (unreachable !== undefined) {
      return fail(`${manager} cannot be reached from here (${unreachable}): --now needs a login session`);
    }
    const refused = startService(service, run, (words) => output.out(`${words}\n`));
    return refused === undefined ? EXIT.ok : fail(`${manager} refused this: ${refused.failed}`);
  }
  if (unreachable !== undefined) {
    note(
      `${manager} cannot be reached from here (${unreachable}): these commands, and --now, need a login session.`,
    );
  }
  output.out(`\nTo go on:\n${service.startCommands.map((words) => `  ${words}\n`).join("")}`);
  if (manager === "systemd")
    output.out("To have it run while you are not logged in: loginctl enable-linger\n");
  return EXIT.ok;
}

const WORDS = { new: "Wrote", changed: "Rewrote", unchanged: "Unchanged:", removed: "Removed" } as const;

function whyNotInstalled(result: Exclude<InstallResult, InstalledService>): string {
  switch (result.status) {
    case "in_npx_cache":
      return `this copy lies in npx's cache and will be gone: npm install --global ${vendor.program} first`;
    case "unreadable":
      return `${result.path} cannot be read (${result.code})`;
    case "rejected":
      return `the service file would not be accepted:\n${result.complaint}`;
    case "unwritable":
      return `${result.failed.path} cannot be written (${result.failed.code})`;
  }
}

/** What of this shell, and of this copy of the program, the service does not get. */
function leftNotes({ left }: InstalledService, daemon: string): string[] {
  return [
    ...(left.isDaemonTemporary
      ? [`${daemon} lies in a folder that may be cleared: the service goes with it.`]
      : []),
    ...left.settings.map((name) => `${name} is set in this shell only; the service reads the settings file.`),
    ...left.variables.map(({ name, reason }) => `${name} ${reason} and is not copied.`),
  ];
}
