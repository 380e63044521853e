import { EXIT, type ExitCode } from "../../../src/base/exit-codes.ts";
import { type Options, type Output, refuse } from "../../../src/cli/index.ts";
import { jsonLine } from "../../../src/text/visible.ts";
import { ask } from "./ask.ts";

/** Prints a link that shows one page. */
export async function shareCreateCommand(options: Options, output: Output): Promise<ExitCode> {
  const text = (name: string) => {
    const value = options.get(name);
    return typeof value === "string" ? value : undefined;
  };
  const [page, from, to, until] = [text("page"), text("from"), text("to"), text("until")];
  if (page === undefined || from === undefined || to === undefined)
    return refuse(output, "share create needs --page, --from and --to");
  const given = { page, from, to, ...(until !== undefined && { until }) };
  const asked = await ask("share create", given, options, output);
  if (asked.status === "exit") return asked.code;
  if (options.has("json")) output.out(jsonLine(asked.value));
  else {
    output.out(`${asked.value.link}\n`);
    output.err(`Works for whoever has it, until ${asked.value.expiresAt}.\n`);
  }
  return EXIT.ok;
}

export async function shareListCommand(options: Options, output: Output): Promise<ExitCode> {
  const asked = await ask("share list", {}, options, output);
  if (asked.status === "exit") return asked.code;
  if (options.has("json")) output.out(jsonLine({ shares: asked.value }));
  else if (asked.value.length === 0) output.out("No page is shared.\n");
  else
    for (const { prefix, page, from, to, expiresAt } of asked.value)
      output.out(`${prefix}  ${page}  ${from} to ${to}, until ${expiresAt}\n`);
  return EXIT.ok;
}
