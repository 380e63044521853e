import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { type BeatResult, describeBeat, runBeat } from "../beat/index.ts";
import { type Output, stopSignal } from "../cli/index.ts";
import { describeFailure, stateFailure } from "../failures/index.ts";
import { resolveConfig } from "../settings/index.ts";
import { progressLine } from "../text/progress.ts";
import { sentence } from "../text/sentence.ts";
import { jsonLine } from "../text/visible.ts";
import { createScanner, type Scanner, type ScanResult } from "../usage/index.ts";
import { keepPage } from "./page/index.ts";
import { setUp } from "./set-up.ts";

/** Runs one beat now: its result on standard output, its log on standard error. */
export async function beatCommand(
  { json, cli }: { json: boolean; cli: string },
  output: Output,
): Promise<ExitCode> {
  const signal = stopSignal();
  const ready = await setUp(2, output);
  if (ready.status === "exit") return ready.code;
  const { config, log } = ready;
  const { transcriptRoots: roots, page: file, stateDir } = resolveConfig(config, process.env);
  const inner = createScanner({ roots, onProgress: progressLine(process.stderr) });
  let scan: ScanResult | undefined;
  const scanner: Scanner = {
    async scan(range) {
      scan = await inner.scan(range);
      return scan;
    },
  };
  const result = await runBeat({ config, log, scanner, signal });
  if (file !== undefined && result.status === "done") await keepPage({ file, stateDir, cli }, log, signal);
  output.out(json ? jsonLine({ schemaVersion: 1, ...result }) : `${sentence(describe(result, scan))}\n`);
  return exitCode(result);
}

/** The exit code for a beat's result (rules EXIT-0 to EXIT-4). */
function exitCode(result: BeatResult): ExitCode {
  switch (result.status) {
    case "overlap":
    case "aborted":
      return EXIT.ok;
    case "state_unusable":
      return result.reason === "other_program" ? EXIT.failed : EXIT.state;
    case "done":
      if (result.push === "off" || result.push.status === "delivered") return EXIT.ok;
      if (result.push.status === "failed")
        return result.push.reason === "aborted" ? EXIT.ok : EXIT.pushFailed;
      return result.push.reason === "not_https" ? EXIT.failed : EXIT.tooLarge;
  }
}

/** A clause for people. @param scan what a beat that is done has scanned */
function describe(result: BeatResult, scan: ScanResult | undefined): string {
  switch (result.status) {
    case "overlap":
      return "another refresh is running, so nothing was done";
    case "aborted":
      return "stopped before anything was written";
    case "state_unusable":
      return describeFailure(stateFailure(result.reason));
    case "done": {
      const done = `refresh ${result.seq} done`;
      return scan === undefined ? done : `${done}: ${describeBeat({ ...result, scan })}`;
    }
  }
}
