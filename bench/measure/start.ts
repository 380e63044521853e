import { fileURLToPath } from "node:url";
import { measure, median } from "./process.ts";
import { type Row, row } from "./row.ts";

const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
/** A start is so short that the median of a few runs means nothing. */
const RUNS = 31;

/** The start of `agent-usage --version`, compared with a Node that does nothing. */
export async function startUp(): Promise<Row> {
  const [ours, bare]: [number[], number[]] = [[], []];
  const env = { PATH: process.env["PATH"] };
  for (let run = 0; run < RUNS; run++) {
    ours.push((await measure([process.execPath, CLI, "--version"], env)).wallMs);
    bare.push((await measure([process.execPath, "-e", "0"], env)).wallMs);
  }
  const none = "none";
  return row("agent-usage --version", median(ours), ["node -e 0", median(bare)], "ms", "<= 1.5", none);
}
