import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { vendor } from "#vendor";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { isUnderLaunchd } from "../base/log/launchd.ts";
import { type Output, stopSignal } from "../cli/index.ts";
import { keepHeapSmall, runDaemon } from "../service/daemon/index.ts";
import { loadConfig, resolveConfig, type Settings } from "../settings/index.ts";
import { readLatestState, stateFolder } from "../state/index.ts";
import { progressLine } from "../text/progress.ts";
import { findRoots } from "../usage/index.ts";
import { daemonCall, programCall } from "./call.ts";
import { setUp } from "./set-up.ts";

export interface RunStart {
  /** The page to write after each beat, instead of the setting's. */
  readonly page: string | undefined;
  /** The path of the command's file. */
  readonly cli: string;
}

/**
 * Runs the daemon in the foreground, with its log on standard output. launchd restarts it after every exit code but 0,
 * so under launchd it exits with 0 after logging what a restart would not fix (rule INSTALL-11).
 */
export async function runCommand(start: RunStart, output: Output): Promise<ExitCode> {
  const code = await run(start, output);
  return isUnderLaunchd(process.env) ? EXIT.ok : code;
}

async function run({ page, cli }: RunStart, output: Output): Promise<ExitCode> {
  keepHeapSmall();
  const signal = stopSignal();
  const ready = await setUp(1, output);
  if (ready.status === "exit") return ready.code;
  const { config, log } = ready;
  const settings = resolveConfig(config, process.env);
  const isTerminal = process.stdout.isTTY;
  const file = page === undefined ? settings.page : resolve(page);
  if (isTerminal) output.out(`State folder: ${settings.stateDir}\n`);
  if (isTerminal && file !== undefined) output.out(`Page: ${pathToFileURL(file).href}\n`);
  const end = await runDaemon({
    config,
    reload: () => loadConfig(),
    env: process.env,
    log,
    signal,
    onProgress: progressLine(process.stderr),
    ...(file !== undefined && {
      onSaved: async (beatLog, stop) => {
        const { keepPage } = await import("./page/index.ts");
        await keepPage({ file, stateDir: settings.stateDir, cli }, beatLog, stop);
      },
    }),
    ...(isTerminal && { onFirst: () => showStatus(settings, output) }),
  });
  switch (end) {
    case "stopped":
      return EXIT.ok;
    case "newer":
      return EXIT.state;
    case "other_program":
      return EXIT.failed;
  }
}

/**
 * What the first refresh found, and how to see it later: the log that follows shows no figures. If there is nothing to count,
 * but a known coding agent has transcripts, only how to start the program that reads them.
 */
async function showStatus(settings: Settings, output: Output): Promise<void> {
  const roots = await findRoots(settings.transcriptRoots, process.env);
  const other = roots.status === "missing" ? roots.elsewhere : undefined;
  if (other !== undefined && other.program !== vendor.program) {
    const { agent = "the other coding agent", program } = other;
    output.out(`\nFor ${agent}, press Ctrl-C and run: ${daemonCall(program)}\n\n`);
    return;
  }
  const saved = await readLatestState(stateFolder(settings.stateDir));
  if (saved.status !== "ok") return;
  const { statusScreen } = await import("./status/command.ts");
  const screen = await statusScreen({ settings, state: saved.state }, { isRefreshing: true });
  const { words, isLocal } = programCall();
  const where = isLocal ? "in another terminal, in this folder" : "in another terminal";
  output.out(`\n${screen}\nTo see this again, ${where}:\n  ${words} status\nTo stop: Ctrl-C\n\n`);
}
