import { EXIT, type ExitCode } from "../../../src/base/exit-codes.ts";
import { type Options, type Output, refuse } from "../../../src/cli/index.ts";
import { jsonLine, visible } from "../../../src/text/visible.ts";
import { ask } from "./ask.ts";

/** Prints a new key, once. */
export async function keyCreateCommand(options: Options, output: Output): Promise<ExitCode> {
  const name = options.get("name");
  if (typeof name !== "string") return refuse(output, "key create needs --name, to tell the keys apart");
  const asked = await ask("key create", { name, metrics: options.has("metrics") }, options, output);
  if (asked.status === "exit") return asked.code;
  if (options.has("json")) output.out(jsonLine(asked.value));
  else {
    output.out(`${asked.value.key}\n`);
    output.err("It is not shown again.\n");
  }
  return EXIT.ok;
}

export async function keyListCommand(options: Options, output: Output): Promise<ExitCode> {
  const asked = await ask("key list", {}, options, output);
  if (asked.status === "exit") return asked.code;
  if (options.has("json")) output.out(jsonLine({ keys: asked.value }));
  else if (asked.value.length === 0) output.out("There are no keys.\n");
  else
    for (const { name, scope, prefix } of asked.value) output.out(`${visible(name)}  ${scope}  ${prefix}…\n`);
  return EXIT.ok;
}
