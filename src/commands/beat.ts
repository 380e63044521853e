import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { plural } from "../base/words.ts";
import { type BeatResult, runBeat } from "../beat/index.ts";
import { type Output, stopSignal } from "../cli/index.ts";
import { describeFailure, stateFailure } from "../failures.ts";
import { resolveConfig } from "../settings/index.ts";
import { progressLine } from "../text/progress.ts";
import { sentence } from "../text/sentence.ts";
import { jsonLine } from "../text/visible.ts";
import { createScanner } from "../usage/index.ts";
import { prepare } from "./program.ts";

/** One beat now: its result on standard output, its log on standard error. */
export async function beatCommand({ json }: { json: boolean }, output: Output): Promise<ExitCode> {
  const signal = stopSignal();
  const ready = await prepare(2, output);
  if (ready.status === "exit") return ready.code;
  const { config, log } = ready;
  const roots = resolveConfig(config, process.env).transcriptRoots;
  const scanner = createScanner({ roots, onProgress: progressLine(process.stderr) });
  const result = await runBeat({ config, log, scanner, signal });
  output.out(json ? jsonLine({ schemaVersion: 1, ...result }) : `${describe(result)}\n`);
  return exitCode(result);
}

/** The exit code that a beat's result asks for (rules EXIT-0 to EXIT-4). */
export function exitCode(result: BeatResult): ExitCode {
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

function describe(result: BeatResult): string {
  switch (result.status) {
    case "overlap":
      return "Another beat is under way: nothing was done.";
    case "aborted":
      return "Stopped before anything was written.";
    case "state_unusable":
      return sentence(describeFailure(stateFailure(result.reason)));
    case "done": {
      const { limits, push, frozen, readErrors } = result;
      const parts = [
        `limits ${limits.detail ?? limits.status}`,
        `push ${push === "off" ? "off" : push.status === "delivered" ? "delivered" : `${push.status} (${push.reason})`}`,
        ...(frozen > 0 ? [`${plural(frozen, "day")} frozen`] : []),
        ...(readErrors > 0 ? [`read_errors=${readErrors}`] : []),
      ];
      return `Beat ${result.seq} done: ${parts.join(", ")}.`;
    }
  }
}
