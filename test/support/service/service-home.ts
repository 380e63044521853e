import { join } from "node:path";
import type { TestContext } from "node:test";
import type { Output } from "../../../src/cli/output.ts";
import { installCommand } from "../../../src/commands/install/command.ts";
import { uninstallCommand } from "../../../src/commands/uninstall/command.ts";
import type { CommandRunner } from "../../../src/service/install/command-runner.ts";
import type { ServiceEdges } from "../../../src/service/install/make-plan.ts";
import type { Manager } from "../../../src/service/install/manager.ts";
import { makeHome } from "../home.ts";

type Answer = ReturnType<CommandRunner>;

/** A service manager on which every command succeeds, except those whose command line starts with a key of `answers`. */
function managerOf(answers: Readonly<Record<string, Answer>>, ran: string[]): CommandRunner {
  return (words) => {
    const line = words.join(" ");
    ran.push(line);
    const answer = Object.entries(answers).find(([start]) => line.startsWith(start))?.[1];
    return answer ?? { status: 0, output: line.startsWith("launchctl print") ? "state = running" : "" };
  };
}

/** The install and uninstall commands in an empty home, with a service manager that records its calls. */
export async function servicePlace(t: TestContext) {
  const { dir: home, put } = await makeHome(t);
  const run = async (
    command: (output: Output, edges: ServiceEdges) => Promise<number>,
    { env = {}, manager = "systemd", answers = {} }: Shell,
  ) => {
    let printed = "";
    let time = Date.now();
    const say = (text: string) => {
      printed += text;
    };
    const ran: string[] = [];
    const edges = {
      env: { PATH: process.env["PATH"], HOME: home, ...env },
      manager: manager === "none" ? undefined : manager,
      run: managerOf(answers, ran),
      clock: { now: () => time, sleep: async (milliseconds: number) => (time += milliseconds) },
    };
    const code = await command({ program: "agent-usage", out: say, err: say }, edges);
    return { code, printed, ran };
  };
  const daemon = "/opt/agent-usage/dist/daemon.js";
  return {
    home,
    unit: join(home, ".config/systemd/user/agent-usage.service"),
    put,
    install: (shell: Shell = {}, options: { now?: boolean; daemon?: string } = {}) =>
      run((output, edges) => installCommand({ now: false, daemon, ...options }, output, edges), shell),
    uninstall: (shell: Shell = {}, options: { purge?: boolean } = {}) =>
      run((output, edges) => uninstallCommand({ purge: false, yes: true, ...options }, output, edges), shell),
  };
}

/** The environment a command runs in. */
export interface Shell {
  readonly env?: Readonly<Record<string, string>>;
  readonly manager?: Manager | "none";
  readonly answers?: Readonly<Record<string, Answer>>;
}

/** systemctl's answer if the user has no session. */
export const NO_BUS: Answer = { status: 1, output: "Failed to connect to bus: No medium found" };
