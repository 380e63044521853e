import { EXIT, type ExitCode } from "../../../src/base/exit-codes.ts";
import type { Options, Output } from "../../../src/cli/index.ts";
import { jsonLine, visible } from "../../../src/text/visible.ts";
import { padEnd, widthOf } from "../../../src/text/width.ts";
import { ask } from "./ask.ts";

/** Prints every machine. */
export async function machinesCommand(options: Options, output: Output): Promise<ExitCode> {
  const asked = await ask("machines", {}, options, output);
  if (asked.status === "exit") return asked.code;
  const { machines } = asked.value;
  if (options.has("json")) output.out(jsonLine(asked.value));
  else if (machines.length === 0)
    output.out("No machine has joined. Fix: run invite, and paste its line on a machine\n");
  else {
    const head = ["ID", "NAME", "OS", "VERSION", "LAST SEEN"];
    const rows = machines.map(({ id, name, label, os, agentUsageVersion, lastSeen, archived, merged }) => [
      id,
      visible(
        `${name ?? label}${archived ? " (archived)" : ""}${merged.length > 0 ? ` (with ${merged.join(", ")})` : ""}`,
      ),
      visible(os),
      visible(agentUsageVersion ?? "-"),
      lastSeen ?? "never",
    ]);
    output.out(columns([head, ...rows]));
  }
  return EXIT.ok;
}

function columns(rows: readonly (readonly string[])[]): string {
  const widths =
    rows[0]?.map((_, column) => Math.max(...rows.map((row) => widthOf(row[column] ?? "")))) ?? [];
  return rows
    .map(
      (row) =>
        `${row
          .map((cell, column) => padEnd(cell, widths[column] ?? 0))
          .join("  ")
          .trimEnd()}\n`,
    )
    .join("");
}
