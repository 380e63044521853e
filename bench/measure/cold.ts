import { fileURLToPath } from "node:url";
import { ccusageRun } from "./ccusage.ts";
import { corpusOf, NOW, type WrittenCorpus } from "./corpora.ts";
import { type Cost, measure, median } from "./process.ts";
import { type Row, round, row } from "./row.ts";
import { isRight, tokensOfCcusage, tokensOfScan } from "./totals.ts";

const SCAN = fileURLToPath(new URL("scan.mjs", import.meta.url));
const MAIN = { files: 4000, megabytes: 2000 };

/** A scan from scratch, in a process of its own. */
export function scanCold(home: string): Promise<Cost> {
  return measure([process.execPath, SCAN, home, String(NOW)], { PATH: process.env["PATH"] });
}

/** A scan from scratch compared with ccusage, alternating. */
export async function coldScan(folder: string, ccusage: string, runs: number): Promise<Row[]> {
  const corpus = await corpusOf(folder, MAIN);
  const ours: Cost[] = [];
  const theirs: Cost[] = [];
  const { command, env } = ccusageRun(ccusage, corpus.home);
  // The first run of each is not counted: it loads the files into memory.
  for (let run = 0; run <= runs; run++) {
    ours.push(await scanCold(corpus.home));
    theirs.push(await measure(command, env));
  }
  const compare = (what: string, figure: (cost: Cost) => number, unit: string, goal: string): Row => {
    const [mine, other] = [ours, theirs].map((costs) => median(costs.slice(1).map(figure)));
    return row(what, mine ?? 0, ["ccusage", other ?? 0], unit, goal, corpus.name);
  };
  return [
    compare("scan from scratch: wall time", ({ wallMs }) => wallMs, "ms", "<= 0.6"),
    compare("scan from scratch: CPU time", ({ cpuMs }) => cpuMs, "ms", "<= 0.45"),
    compare("scan from scratch: peak memory", ({ peakMegabytes }) => peakMegabytes, "MB", "<= 0.55"),
    longestBlock(ours, corpus),
    totals(ours[0], theirs[0], corpus),
  ];
}

function longestBlock(ours: readonly Cost[], corpus: WrittenCorpus): Row {
  const blocks = ours.map(({ stdout }) => (JSON.parse(stdout) as { longestBlockMs: number }).longestBlockMs);
  const longest = `${round(Math.max(...blocks))} ms`;
  return {
    what: "scan from scratch: longest block of the event loop",
    ours: longest,
    reference: "",
    ratio: "",
    goal: "<= 100 ms",
    corpus: corpus.name,
  };
}

/** Compares only the sums: ccusage also reads files that are too old for a scan, and counts earlier days. */
function totals(ours: Cost | undefined, theirs: Cost | undefined, corpus: WrittenCorpus): Row {
  const right = isRight(ours?.stdout ?? "", corpus) ? "as generated" : "NOT AS GENERATED";
  return {
    what: "tokens of all scanned days",
    ours: `${tokensOfScan(ours?.stdout ?? "")} (${right})`,
    reference: `ccusage: ${tokensOfCcusage(theirs?.stdout ?? "", corpus.since)}`,
    ratio: (tokensOfScan(ours?.stdout ?? "") / tokensOfCcusage(theirs?.stdout ?? "", corpus.since)).toFixed(
      4,
    ),
    goal: "",
    corpus: corpus.name,
  };
}
