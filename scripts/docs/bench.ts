// The figures of the last `npm run bench` for the pages.
import { readFileSync } from "node:fs";
import { markdownTable } from "./page.ts";

const MAIN = "4000 files, 2000 MB";
/** What the table calls a row of the results, and what that compares with. */
const ROWS = [
  ["first scan", "scan from scratch: wall time"],
  ["CPU time of the first scan", "scan from scratch: CPU time"],
  ["peak memory of the first scan", "scan from scratch: peak memory"],
  ["refresh with nothing new", "rescan with nothing new"],
  ["refresh after 1 MB more", "rescan with 1 MB appended to one file"],
  ["memory of the idle daemon afterwards", "daemon, 10 s after its first beat: memory"],
] as const;

export function benchParts(): Record<string, string> {
  const rows = ROWS.map(([name, what]) => [name, ...resultOf(what)]);
  const [ours, reference = ""] = resultOf("scan from scratch: wall time");
  return {
    bench: markdownTable(["", "agent-usage", "compared with", "ratio"], rows),
    "bench-line": `It scans 2 GB of transcripts in ${ours}; ccusage takes ${reference.replace("ccusage: ", "")}.\n`,
  };
}

/** Our figure, the reference and the ratio. */
function resultOf(what: string): string[] {
  const lines = readFileSync("bench/RESULTS.md", "utf8").split("\n");
  const found = lines.find((line) => line.startsWith(`| ${what} |`) && line.includes(MAIN));
  if (found === undefined) throw new Error(`bench/RESULTS.md has no row for: ${what}`);
  return found
    .split("|")
    .slice(2, 5)
    .map((cell) => cell.trim());
}
