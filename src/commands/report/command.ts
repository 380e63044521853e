import { vendor } from "#vendor";
import { EXIT, type ExitCode } from "../../base/exit-codes.ts";
import { type Options, type Output, refuse } from "../../cli/index.ts";
import {
  csvOf,
  recordedFrom,
  reportOf,
  reportText,
  type Selection,
  usedDays,
  viewOf,
} from "../../report/index.ts";
import { screenOf } from "../../text/screen.ts";
import { sentence } from "../../text/sentence.ts";
import { jsonLine } from "../../text/visible.ts";
import { command, wrap } from "../../text/width.ts";
import { loadFigures } from "../figures.ts";
import { Transcripts } from "../transcripts.ts";
import { findEntries, isPlaced } from "./entries.ts";
import { readOptions } from "./options.ts";

/**
 * Reports the tokens by day and model as a table, JSON, CSV or a page: the saved ones or, before the first beat, those that a
 * scan just now finds.
 */
export async function reportCommand(given: Options, output: Output): Promise<ExitCode> {
  const now = Date.now();
  const options = readOptions(given, now);
  if (options.status === "wrong") return wrongCommandLine(output, options.message);
  const transcripts = new Transcripts();
  const { span, form } = options;
  const needsDays = form.as === "html" || !isPlaced(options);
  const figures = await loadFigures("report", output, { transcripts, needsDays });
  if (figures.status === "exit") return figures.code;
  const days = usedDays(figures.days, span, now);
  const found = await findEntries({ ...figures, transcripts, request: options, days, now });
  if (found.status === "wrong") return wrongCommandLine(output, found.message);
  const notes = [...new Set([...figures.notes, ...found.notes])];
  const view = viewOf({ ...options, days: found.days, entries: found.entries });
  const lastBeat = figures.state?.lastBeat?.at ?? null;
  switch (form.as) {
    case "json":
      output.out(jsonLine(reportOf({ program: vendor.program, view, lastBeat, hasCost: form.hasCost })));
      break;
    case "csv":
      output.out(csvOf(view, form.hasCost));
      break;
    case "html": {
      const { writeHtml } = await import("./html.ts");
      const facts = { ...figures, transcripts, request: options, days, now };
      const code = await writeHtml(form, { facts, figures }, output);
      if (code !== EXIT.ok) return code;
      break;
    }
    case "table": {
      const screen = screenOf(process.stdout, process.env);
      const parts = notes.map((note) => `${wrap(sentence(note), screen.columns, "", command).join("\n")}\n`);
      const from = recordedFrom(figures.days, span, now);
      const isRecord = found.source === "record";
      const filters = filtersOf(options.selection);
      const isEmpty = view.groups.every(({ counts }) => counts.requests === 0);
      if (isEmpty && filters.length > 0)
        parts.push(`No usage on these days matches ${filters.join(" and ")}.\n`);
      else if (view.groups.length > 0) parts.push(reportText(view, form, screen));
      else if (!isRecord) parts.push("No transcripts of these days.\n");
      else if (lastBeat !== null) parts.push("No record of these days.\n");
      if (isRecord && view.groups.length > 0 && from !== undefined) parts.push(`No record before ${from}.\n`);
      output.out(parts.join("\n"));
      return EXIT.ok;
    }
  }
  for (const note of notes) refuse(output, note);
  return EXIT.ok;
}

/** The options that leave out usage. */
function filtersOf({ model, project }: Selection): string[] {
  return [...(model === undefined ? [] : ["--model"]), ...(project === undefined ? [] : ["--project"])];
}

function wrongCommandLine(output: Output, message: string): ExitCode {
  refuse(output, `${message}; see ${vendor.program} report --help`);
  return EXIT.commandLine;
}
