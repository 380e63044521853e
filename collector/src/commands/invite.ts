import { HOUR_MS } from "../../../src/base/durations.ts";
import { EXIT, type ExitCode } from "../../../src/base/exit-codes.ts";
import { type Options, type Output, refuse } from "../../../src/cli/index.ts";
import { jsonLine } from "../../../src/text/visible.ts";
import type { Given } from "../admin/index.ts";
import { ask } from "./ask.ts";
import { parseDuration } from "./durations.ts";

/** Prints a line that lets machines join. */
export async function inviteCommand(options: Options, output: Output): Promise<ExitCode> {
  const uses = options.get("uses") ?? "1";
  const ttl = options.get("ttl");
  const ttlMs = typeof ttl === "string" ? parseDuration(ttl) : HOUR_MS;
  if (typeof uses !== "string" || !/^[1-9]\d{0,4}$/.test(uses))
    return refuse(output, "--uses must be 1 to 99999");
  if (ttlMs === undefined) return refuse(output, "--ttl must be a length of time such as 30m, 1h or 7d");
  const times = uses === "1" ? "once" : `${uses} times`;
  return printLine({ uses: Number(uses), ttlMs }, times, options, output);
}

/** Prints a line that gives one machine a new token. */
export function rotateCommand(machine: string, options: Options, output: Output): Promise<ExitCode> {
  return printLine({ uses: 1, ttlMs: HOUR_MS, machine }, "once, on this machine alone", options, output);
}

async function printLine(
  given: Given<"invite">,
  where: string,
  options: Options,
  output: Output,
): Promise<ExitCode> {
  const asked = await ask("invite", given, options, output);
  if (asked.status === "exit") return asked.code;
  const { line, expiresAt } = asked.value;
  if (options.has("json")) output.out(jsonLine(asked.value));
  else {
    output.out(`agent-usage join '${line}'\n`);
    output.err(`Works ${where}, until ${expiresAt}.\n`);
  }
  return EXIT.ok;
}

/** Prints the codes that still work. */
export async function inviteListCommand(options: Options, output: Output): Promise<ExitCode> {
  const asked = await ask("invite list", {}, options, output);
  if (asked.status === "exit") return asked.code;
  if (options.has("json")) output.out(jsonLine({ invites: asked.value }));
  else if (asked.value.length === 0) output.out("No code is in use.\n");
  else {
    for (const { prefix, usesLeft, expiresAt } of asked.value) {
      output.out(`${prefix}  ${usesLeft} left, until ${expiresAt}\n`);
    }
  }
  return EXIT.ok;
}
