import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { ccusageRun } from "./ccusage.ts";
import { corpusOf, yesterday } from "./corpora.ts";
import { type Cost, measure, median } from "./process.ts";
import { type Row, row } from "./row.ts";

const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
const MAIN = { files: 4000, megabytes: 2000 };
/** 35 days are all but the oldest of what ccusage reads; 7 are what the table has by default. */
const REPORTS = [
  "report --by project --days 35",
  "report --by session --days 35",
  "report --by project --days 7",
];

/** `report` by project and session compared with ccusage's report by session, alternating. */
export async function placeReports(folder: string, ccusage: string, runs: number): Promise<Row[]> {
  const corpus = await corpusOf(folder, MAIN, yesterday());
  const state = await mkdtemp(join(tmpdir(), "agent-usage-bench-"));
  const ours = REPORTS.map((): Cost[] => []);
  const theirs: Cost[] = [];
  const { command, env } = ccusageRun(ccusage, corpus.home, "session");
  const ownEnv = {
    PATH: process.env["PATH"],
    HOME: corpus.home,
    AGENT_USAGE_TRANSCRIPTS: join(corpus.home, ".claude/projects"),
    AGENT_USAGE_STATE_DIR: state,
  };
  try {
    // The first run of each is not counted: it loads the files into memory.
    for (let run = 0; run <= runs; run++) {
      for (const [index, report] of REPORTS.entries())
        ours[index]?.push(await measure([process.execPath, CLI, ...report.split(" "), "--json"], ownEnv));
      theirs.push(await measure(command, env));
    }
  } finally {
    await rm(state, { recursive: true });
  }
  return REPORTS.flatMap((report, index): Row[] => {
    const compare = (what: string, figure: (cost: Cost) => number, unit: string, goal: string): Row => {
      const [mine, other] = [ours[index] ?? [], theirs].map((costs) => median(costs.slice(1).map(figure)));
      return row(`${report}: ${what}`, mine ?? 0, ["ccusage session", other ?? 0], unit, goal, corpus.name);
    };
    return [
      compare("wall time", ({ wallMs }) => wallMs, "ms", "<= 0.6"),
      compare("CPU time", ({ cpuMs }) => cpuMs, "ms", ""),
      compare("peak memory", ({ peakMegabytes }) => peakMegabytes, "MB", "<= 0.55"),
    ];
  });
}
