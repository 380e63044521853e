import { fileURLToPath } from "node:url";
import { corpusOf, NOW } from "./corpora.ts";
import { CLEAN_ENV, measure } from "./process.ts";
import { type Row, row } from "./row.ts";

const RESCAN = fileURLToPath(new URL("rescan.mjs", import.meta.url));

/** A scan with nothing new and one with 1 MB appended to a file, by a scanner that remembers. */
export async function warmScan(folder: string, runs: number, files = 4000): Promise<Row[]> {
  const corpus = await corpusOf(folder, { files, megabytes: 2000 });
  const command = [process.execPath, RESCAN, corpus.home, String(NOW), String(runs)];
  const { stdout } = await measure(command, CLEAN_ENV);
  const { statMs, nothingMs, appendedMs } = JSON.parse(stdout) as Record<string, number>;
  if (statMs === undefined || nothingMs === undefined || appendedMs === undefined) throw new Error(stdout);
  const appended = row(
    "rescan with 1 MB appended to one file",
    appendedMs,
    ["nothing new", nothingMs],
    "ms",
    "<= 5 ms over",
    corpus.name,
  );
  return [
    row("rescan with nothing new", nothingMs, ["readdir and stat", statMs], "ms", "<= 1.2", corpus.name),
    { ...appended, ratio: `${(appendedMs - nothingMs).toFixed(1)} ms over` },
  ];
}
