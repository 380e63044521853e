import { setTimeout as sleep } from "node:timers/promises";
import { vendor } from "#vendor";
import { EXIT, type ExitCode } from "../../base/exit-codes.ts";
import { type Output, refuse } from "../../cli/index.ts";
import { installService, realServiceEdges, type ServiceEdges } from "../../service/install/index.ts";
import {
  describeProblem,
  encodingProblem,
  homeFolder,
  limitsProblem,
  proxyProblem,
  resolveConfig,
} from "../../settings/index.ts";
import { type Ask, askOnTerminal } from "../ask.ts";
import { checkSettings } from "../set-up.ts";
import { suspectProxies } from "../suspect-variables.ts";
import type { WaitClock } from "./first-refresh.ts";
import { offerKeychain } from "./keychain-offer.ts";
import { startNow } from "./start.ts";
import { CHANGES, missingNotes, whyNotInstalled } from "./words.ts";

const NO_MANAGER = `neither systemd nor launchd is running here. Fix: start "${vendor.program} run" from your own service manager or a terminal`;
export const NO_HOME = "cannot find your home folder. Fix: set HOME";

export interface InstallEdges extends ServiceEdges {
  /** Asks a question with yes or no. Absent without a terminal. */
  readonly ask?: Ask | undefined;
  /** As in `process.platform`. */
  readonly platform?: string;
  readonly clock?: WaitClock;
}

const REAL_CLOCK: WaitClock = { now: Date.now, sleep };

/** Writes the service's files for this machine and user, and prints how to start it. @param now starts it too */
export async function installCommand(
  { now, daemon }: { now: boolean; daemon: string },
  output: Output,
  { env, manager, run, ask, platform, clock = REAL_CLOCK }: InstallEdges = {
    ...realServiceEdges(),
    ask: askOnTerminal(),
  },
): Promise<ExitCode> {
  const fail = (message: string) => refuse(output, message);
  const note = (text: string) => output.out(`Note: ${text}\n`);
  const home = homeFolder(env);
  if (home === undefined) return fail(NO_HOME);
  const encoding = encodingProblem(env, home);
  // Each of the others would make the service send something that the user keeps back in this shell.
  const unsafe = encoding ?? limitsProblem(env) ?? proxyProblem(env);
  if (unsafe !== undefined) return fail(`${describeProblem(unsafe)}. Nothing was installed.`);
  if (manager === undefined) return fail(NO_MANAGER);
  const keychain = await offerKeychain({ env, platform, ask });
  if (keychain.note !== undefined) note(keychain.note);
  const service = await installService({ manager, env, home, run }, daemon);
  if ("written" in service) {
    for (const { path, change } of service.written) output.out(`${CHANGES[change]} ${path}\n`);
  }
  if (service.status !== "installed") return fail(whyNotInstalled(service));

  missingNotes(service, daemon).forEach(note);
  for (const { name, what, fix } of suspectProxies(env)) note(`${name} ${what}. Fix: ${fix}.`);
  const { environment, files } = service.plan;
  const places = { environment: files.at(-1)?.path ?? "environment" };
  const settings = await checkSettings({ HOME: home, ...environment }, { places, platform });
  const problems = settings.status === "invalid" ? settings.problems : [];
  for (const problem of problems) note(`${problem}. The service cannot start until you fix this.`);

  const { unreachable } = service;
  if (now) {
    if (settings.status === "invalid") {
      return fail(
        "the settings are wrong: the service was not started. Fix: correct them, then install again",
      );
    }
    if (unreachable !== undefined) {
      return fail(`cannot reach ${manager} (${unreachable}): --now needs a login session, not su or sudo`);
    }
    const own = resolveConfig(settings.config, { HOME: home, ...environment });
    const place = { manager, env, home, run };
    return startNow({ service, place, settings: own, platform, clock }, output);
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
