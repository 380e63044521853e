import { vendor } from "#vendor";
import { EXIT, type ExitCode } from "../../base/exit-codes.ts";
import { type Options, type Output, refuse, stopSignal } from "../../cli/index.ts";
import { screenOf } from "../../text/screen.ts";
import { jsonLine } from "../../text/visible.ts";
import { loadFigures } from "../figures.ts";
import { Transcripts } from "../transcripts.ts";
import type { StatusView } from "./facts.ts";
import { readOptions } from "./options.ts";
import { readStatus, type Saved } from "./read.ts";
import { statusText } from "./text.ts";
import { rememberedProject, topProject } from "./top-project.ts";
import { watch } from "./watch.ts";

/** Shows the limits and the usage, and what is wrong. Before the first beat the usage is from a scan just now. */
export async function statusCommand(given: Options, output: Output): Promise<ExitCode> {
  const options = readOptions(given);
  if (options.status === "wrong") {
    refuse(output, `${options.message}; see ${vendor.program} status --help`);
    return EXIT.commandLine;
  }
  if (options.as === "watch") return watchStatus(output);
  const transcripts = new Transcripts();
  const figures = await loadFigures("status", output, { transcripts });
  if (figures.status === "exit") return figures.code;
  const { notes } = figures;
  const view = await readStatus(figures, {
    findProject: (settings, now) => topProject(settings, now, transcripts),
  });
  if (options.as === "json") for (const note of notes) refuse(output, note);
  output.out(options.as === "json" ? jsonLine(view.status) : textOf(view, notes));
  return exitCodeOf(view, options.exitAt);
}

/** The same screen, for standard output. @param isRefreshing whether this process refreshes on schedule */
export async function statusScreen(
  saved: Saved,
  { isRefreshing }: { readonly isRefreshing: boolean },
): Promise<string> {
  return statusText(await readStatus(saved), screenOf(process.stdout, process.env), { isRefreshing });
}

function textOf(view: StatusView, notes: readonly string[]): string {
  return statusText(view, screenOf(process.stdout, process.env), { notes });
}

/** Rule EXIT-10. */
function exitCodeOf({ limits }: StatusView, exitAt: number | undefined): ExitCode {
  if (exitAt === undefined) return EXIT.ok;
  return limits.some(({ item: { percent = 0 } }) => percent >= exitAt) ? EXIT.limitReached : EXIT.ok;
}

async function watchStatus(output: Output): Promise<ExitCode> {
  if (!process.stdout.isTTY) return refuse(output, "--watch needs a terminal; for scripts, use --json");
  let code: ExitCode = EXIT.ok;
  const transcripts = new Transcripts();
  const projectAfter = rememberedProject(transcripts);
  await watch(
    process.stdout,
    async () => {
      const figures = await loadFigures("status", output, { transcripts });
      if (figures.status === "exit") {
        code = figures.code;
        return undefined;
      }
      const findProject = projectAfter(figures.state?.lastBeat?.at);
      return textOf(await readStatus(figures, { findProject }), figures.notes);
    },
    stopSignal(),
  );
  return code;
}
