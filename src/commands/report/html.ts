import { EXIT, type ExitCode } from "../../base/exit-codes.ts";
import { describeCode } from "../../base/system-errors.ts";
import { type Output, refuse } from "../../cli/index.ts";
import { visible } from "../../text/visible.ts";
import type { Figures } from "../figures.ts";
import { writePage } from "../page/index.ts";
import type { EntryFacts } from "./entries.ts";
import { openFile } from "./open.ts";
import type { Form } from "./options.ts";
import { pageFor } from "./page.ts";

/** Writes the page of a report where its options say. Loaded late: a page is made rarely, and the code for it is large. */
export async function writeHtml(
  { file, isOpened }: Form & { as: "html" },
  { facts, figures }: { readonly facts: EntryFacts; readonly figures: Figures & { status: "ok" } },
  output: Output,
): Promise<ExitCode> {
  const page = await pageFor(facts, figures);
  if (file === "-") {
    output.out(page);
    return EXIT.ok;
  }
  const written = await writePage(file, page);
  switch (written.status) {
    case "ok":
      output.out(`Wrote ${visible(file)}\n`);
      return isOpened ? openPage(file, output) : EXIT.ok;
    case "not_a_file":
      refuse(output, "--html must name a regular file: that is a folder, a device or another user's link");
      return EXIT.commandLine;
    case "failed":
      return refuse(output, `cannot write the page: ${describeCode(written.code)}`);
  }
}

async function openPage(file: string, output: Output): Promise<ExitCode> {
  const opened = await openFile(file, process.platform);
  if (opened.status === "ok") return EXIT.ok;
  return refuse(output, `cannot start ${opened.program} to open the page: ${describeCode(opened.code)}`);
}
