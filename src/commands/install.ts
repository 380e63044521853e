import { vendor } from "#vendor";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { describeCode } from "../base/system-errors.ts";
import { type Output, refuse } from "../cli/index.ts";
import {
  type InstalledService,
  type InstallResult,
  installService,
  type LimitsOff,
  realServiceEdges,
  type ServiceEdges,
  startService,
} from "../service/install/index.ts";
import { describeProblem, homeFolder, LIMITS_VARIABLE, limitsProblem } from "../settings/index.ts";
import { checkSettings } from "./set-up.ts";

const NO_MANAGER = `neither systemd nor launchd is running here. Fix: start "${vendor.program} run" from your own service manager or a terminal`;
export const NO_HOME = "cannot find your home folder. Fix: set HOME";

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
  const limits = limitsProblem(env);
  if (limits !== undefined) return fail(`${describeProblem(limits)}. Nothing was installed.`);
  const service = await installService({ manager, env, home, run }, daemon);
  if ("written" in service) {
    for (const { path, change } of service.written) output.out(`${WORDS[change]} ${path}\n`);
  }
  if (service.status !== "installed") return fail(whyNotInstalled(service));

  missingNotes(service, daemon).forEach(note);
  const { environment, files } = service.plan;
  const places = { environment: files.at(-1)?.path ?? "environment" };
  const settings = await checkSettings({ HOME: home, ...environment }, { places });
  const problems = settings.status === "invalid" ? settings.problems : [];
  for (const problem of problems) note(`${problem}. The service cannot start until you fix this.`);

  const { unreachable } = service;
  if (now) {
    if (problems.length > 0) {
      return fail(
        "the settings are wrong: the service was not started. Fix: correct them, then install again",
      );
    }
    if (unreachable !== undefined) {
      return fail(`cannot reach ${manager} (${unreachable}): --now needs a login session, not su or sudo`);
    }
    const refused = startService(service, run, (words) => output.out(`${words}\n`));
    return refused === undefined ? EXIT.ok : fail(`${manager} did not start the service: ${refused.failed}`);
  }
  if (unreachable !== undefined) {
    note(
      `cannot reach ${manager} (${unreachable}). The commands below, and --now, need a login session, not su or sudo.`,
    );
  }
  output.out(`\nNext, run:\n${service.startCommands.map((words) => `  ${words}\n`).join("")}`);
  if (manager === "systemd") {
    output.out("To keep it running while you are logged out: loginctl enable-linger\n");
  }
  return EXIT.ok;
}

const WORDS = { new: "Wrote", changed: "Updated", unchanged: "Unchanged:", removed: "Removed" } as const;

function whyNotInstalled(result: Exclude<InstallResult, InstalledService>): string {
  switch (result.status) {
    case "in_npx_cache":
      return `this copy is in npx's cache, which is temporary. Fix: npm install --global ${vendor.program}, then install from there`;
    case "unreadable":
      return `cannot read ${result.path}: ${describeCode(result.code)}`;
    case "rejected":
      return `the system rejects the service file:\n${result.complaint}`;
    case "unwritable":
      return `cannot write ${result.failed.path}: ${describeCode(result.failed.code)}`;
  }
}

/** Notes on what the service does not get from this shell, and on a program that may disappear. */
function missingNotes(
  { isDaemonTemporary, shellOnly, limitsOff, uncopied }: InstalledService,
  daemon: string,
): string[] {
  return [
    ...(isDaemonTemporary
      ? [`${daemon} is in a temporary folder. The service fails once that is cleared.`]
      : []),
    ...shellOnly.map(
      (name) =>
        `${name} is set in this shell only, and the service does not see it. Put it into the settings file.`,
    ),
    ...(limitsOff === undefined ? [] : [limitsNote(limitsOff)]),
    ...uncopied.map(({ name, reason }) => `${name} was not copied: it ${reason}.`),
  ];
}

function limitsNote({ path, isAsInShell }: LimitsOff): string {
  const [as, now] = isAsInShell ? [", as in this shell", "now "] : ["", ""];
  return `limits are off for the service${as}: ${LIMITS_VARIABLE}=off is ${now}in ${path}. To turn them on, remove it there and install again.`;
}
