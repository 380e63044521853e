import { vendor } from "#vendor";
import { EXIT, type ExitCode } from "../../base/exit-codes.ts";
import { describeCode } from "../../base/system-errors.ts";
import { type Options, type Output, refuse } from "../../cli/index.ts";
import { withFallback } from "../../push/index.ts";
import { csvOf, type DayUse, pageOf, reportOf, reportText, rowsOf, usedDays } from "../../report/index.ts";
import type { Settings } from "../../settings/index.ts";
import type { State } from "../../state/index.ts";
import { screenOf } from "../../text/screen.ts";
import { jsonLine } from "../../text/visible.ts";
import { lastLimits, loadSavedState, NO_REFRESH } from "../saved-state.ts";
import { readOptions } from "./options.ts";
import { writePage } from "./write.ts";

/** Reports the saved tokens by day and model as a table, JSON, CSV or a page. Reads the saved state only. */
export async function reportCommand(given: Options, output: Output): Promise<ExitCode> {
  const now = Date.now();
  const options = readOptions(given, now);
  if (options.status === "wrong") return wrongCommandLine(output, options.message);
  const saved = await loadSavedState(output);
  if (saved.status === "exit") return saved.code;
  const { state, settings } = saved;
  const { span, by, form } = options;
  const days = usedDays(state?.days ?? {}, span, now);
  const lastBeat = state?.lastBeat?.at ?? null;
  switch (form.as) {
    case "json":
      output.out(jsonLine(reportOf({ program: vendor.program, days, by, lastBeat })));
      break;
    case "csv":
      output.out(csvOf(rowsOf(days, by), by));
      break;
    case "html": {
      const code = await writeHtml(form.file, pageFor(days, state, settings, now), output);
      if (code !== EXIT.ok) return code;
      break;
    }
    case "table":
      if (lastBeat !== null) {
        const text = days.length === 0 ? "No record of these days.\n" : undefined;
        output.out(text ?? reportText(days, by, screenOf(process.stdout, process.env)));
      } else output.out(`${vendor.program}: ${NO_REFRESH}\n`);
      return EXIT.ok;
  }
  // Otherwise the output would look like a machine on which nothing was used.
  if (lastBeat === null) refuse(output, NO_REFRESH);
  return EXIT.ok;
}

function pageFor(
  days: readonly DayUse[],
  state: State | undefined,
  { label }: Settings,
  now: number,
): string {
  const found = state && lastLimits(state);
  const limits = found && withFallback(found, state.lastGoodLimits, now);
  return pageOf({
    program: vendor.program,
    days,
    limits,
    beatAt: Date.parse(state?.lastBeat?.at ?? ""),
    label,
    now,
  });
}

async function writeHtml(file: string, page: string, output: Output): Promise<ExitCode> {
  if (file === "-") {
    output.out(page);
    return EXIT.ok;
  }
  const written = await writePage(file, page);
  switch (written.status) {
    case "ok":
      return EXIT.ok;
    case "not_a_file":
      refuse(output, "--html must name a regular file: that is a folder, a device or another user's link");
      return EXIT.commandLine;
    case "failed":
      return refuse(output, `cannot write the page: ${describeCode(written.code)}`);
  }
}

function wrongCommandLine(output: Output, message: string): ExitCode {
  refuse(output, `${message}; see ${vendor.program} report --help`);
  return EXIT.commandLine;
}
