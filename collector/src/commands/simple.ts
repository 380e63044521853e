import { resolve } from "node:path";
import { EXIT, type ExitCode } from "../../../src/base/exit-codes.ts";
import { type Options, type Output, refuse } from "../../../src/cli/index.ts";
import { jsonLine } from "../../../src/text/visible.ts";
import type { Given, OperationName } from "../admin/index.ts";
import { ask } from "./ask.ts";

/** A command that changes something and says so in one line. */
export async function change<N extends OperationName>(
  name: N,
  given: Given<N>,
  said: string,
  options: Options,
  output: Output,
): Promise<ExitCode> {
  const asked = await ask(name, given, options, output);
  if (asked.status === "exit") return asked.code;
  output.out(`${said}\n`);
  return EXIT.ok;
}

/** Prints a link to sign in as an admin. */
export async function adminCommand(options: Options, output: Output): Promise<ExitCode> {
  const asked = await ask("admin", { local: options.has("local") }, options, output);
  if (asked.status === "exit") return asked.code;
  if (options.has("json")) output.out(jsonLine(asked.value));
  else {
    output.out(`${asked.value.link}\n`);
    output.err(`Works once, until ${asked.value.expiresAt}.\n`);
  }
  return EXIT.ok;
}

/** Prints the usage of every machine. */
export async function exportCommand(options: Options, output: Output): Promise<ExitCode> {
  const format = options.get("format") ?? "csv";
  if (format !== "csv" && format !== "json") return refuse(output, "--format must be csv or json");
  const day = (name: string) => {
    const value = options.get(name);
    return typeof value === "string" ? { [name]: value } : {};
  };
  const asked = await ask("export", { ...day("from"), ...day("to"), format }, options, output);
  if (asked.status === "exit") return asked.code;
  output.out(asked.value.text);
  return EXIT.ok;
}

export async function backupCommand(file: string, options: Options, output: Output): Promise<ExitCode> {
  return change(
    "backup",
    { file: resolve(file) },
    "The backup is complete. It holds secrets: keep it private.",
    options,
    output,
  );
}
