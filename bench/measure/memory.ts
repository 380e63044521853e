import { join } from "node:path";
import { corpusOf, yesterday } from "./corpora.ts";
import { daemonMegabytes, idleNodeMegabytes } from "./daemon.ts";
import { type Row, row } from "./row.ts";

const SIZES = [
  { files: 4000, megabytes: 2000, goal: "<= 1.95" },
  { files: 40, megabytes: 4, goal: "<= 1.65" },
];

/** The memory of the daemon 10 s after its first beat. */
export async function memoryAtRest(folder: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const { goal, ...size } of SIZES) {
    const corpus = await corpusOf(folder, size, yesterday());
    const idle = await idleNodeMegabytes();
    const daemon = await daemonMegabytes(join(corpus.home, ".claude/projects"));
    rows.push(
      row("daemon, 10 s after its first beat: memory", daemon, ["idle Node", idle], "MB", goal, corpus.name),
    );
  }
  return rows;
}
