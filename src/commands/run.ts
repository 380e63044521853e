import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { isUnderLaunchd } from "../base/log/launchd.ts";
import { type Output, stopSignal } from "../cli/index.ts";
import { keepHeapSmall, runDaemon } from "../service/daemon/index.ts";
import { resolveConfig } from "../settings/index.ts";
import { progressLine } from "../text/progress.ts";
import { setUp } from "./set-up.ts";

/**
 * Runs the daemon in the foreground, with its log on standard output. launchd restarts it after every exit code but 0,
 * so under launchd it exits with 0 after logging what a restart would not fix (rule INSTALL-11).
 */
export async function runCommand(output: Output): Promise<ExitCode> {
  const code = await run(output);
  return isUnderLaunchd(process.env) ? EXIT.ok : code;
}

async function run(output: Output): Promise<ExitCode> {
  keepHeapSmall();
  const signal = stopSignal();
  const ready = await setUp(1, output);
  if (ready.status === "exit") return ready.code;
  const { config, log } = ready;
  if (process.stdout.isTTY) output.out(`State folder: ${resolveConfig(config, process.env).stateDir}\n`);
  const end = await runDaemon({
    config,
    env: process.env,
    log,
    signal,
    onProgress: progressLine(process.stderr),
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
