import { join } from "node:path";
import { corpusOf } from "./corpora.ts";
import { bareMegabytes, daemonMegabytes } from "./daemon.ts";
import { type Row, row } from "./row.ts";

const SIZES = [
  { files: 4000, megabytes: 2000, goal: "<= 2.0" },
  { files: 40, megabytes: 4, goal: "<= 1.6" },
];

/** What the daemon holds 10 s after its first beat. */
export async function memoryAtRest(folder: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { goal, ...size } of SIZES) {
    const corpus = await corpusOf(folder, size, yesterday());
    const bare = await bareMegabytes();
    const daemon = await daemonMegabytes(join(corpus.home, ".claude/projects"));
    rows.push(
      row("the daemon 10 s after its first beat", daemon, ["bare node", bare], "MB", goal, corpus.name),
    );
  }
  return rows;
}

/** The daemon's clock is the machine's: its transcripts must be new. */
function yesterday(): number {
  return new Date().setUTCHours(-6, 0, 0, 0);
}
