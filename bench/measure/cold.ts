import { fileURLToPath } from "node:url";
import { ccusageRun } from "./ccusage.ts";
import { corpusOf, NOW, type WrittenCorpus } from "./corpora.ts";
import { type Cost, measure, median } from "./process.ts";
import { type Row, round, row } from "./row.ts";
import { isRight, tokensOfCcusage, tokensOfScan } from "./totals.ts";

const SCAN = fileURLToPath(new URL("scan.mjs", import.meta.url));
const MAIN = { files: 4000, megabytes: 2000 };

/** A scan from nothing, in a process of its own. */
export function scanCold(home: string): Promise<Cost> {
  return measure([process.execPath, SCAN, home, String(NOW)], { PATH: process.env["PATH"] });
}

/** A scan from nothing beside ccusage, in turns. */
export async function coldScan(folder: string, ccusage: string, runs: number): Promise<Row[]> {
  const corpus = await corpusOf(folder, MAIN);
  const ours: Cost[] = [];
  const theirs: Cost[] = [];
  const { command, env } = ccusageRun(ccusage, corpus.home);
  // The first of each only brings the files into memory.
  for (let run = 0; run <= runs; run++) {
    ours.push(await scanCold(corpus.home));
    theirs.push(await measure(command, env));
  }
  const compare = (what: string, figure: (cost: Cost) => number, unit: string, goal: string): Row => {
    const [mine, other] = [ours, theirs].map((costs) => median(costs.slice(1).map(figure)));
    return row(what, mine ?? 0, ["ccusage", other ?? 0], unit, goal, corpus.name);
  };
  return [
    compare("scan from nothing, wall", ({ wallMs }) => wallMs, "ms", "<= 0.6"),
    compare("its processor time", ({ processorMs }) => processorMs, "ms", "<= 0.45"),
    compare("its peak memory", ({ peakMegabytes }) => peakMegabytes, "MB", "<= 0.55"),
    longestHold(ours, corpus),
    totals(ours[0], theirs[0], corpus),
  ];
}

function longestHold(ours: readonly Cost[], corpus: WrittenCorpus): Row {
  const holds = ours.map(({ stdout }) => (JSON.parse(stdout) as { longestHoldMs: number }).longestHoldMs);
  const longest = `${round(Math.max(...holds))} ms`;
  return {
    what: "the longest it held the event loop",
    ours: longest,
    beside: "",
    ratio: "",
    goal: "<= 100 ms",
    corpus: corpus.name,
  };
}

/** ccusage reads files that are older than a scan's first day too, and counts days before it: only its sum is told. */
function totals(ours: Cost | undefined, theirs: Cost | undefined, corpus: WrittenCorpus): Row {
  const right = isRight(ours?.stdout ?? "", corpus) ? "as written" : "NOT AS WRITTEN";
  return {
    what: "tokens in all days of the scan",
    ours: `${tokensOfScan(ours?.stdout ?? "")} (${right})`,
    beside: `ccusage: ${tokensOfCcusage(theirs?.stdout ?? "", corpus.since)}`,
    ratio: (tokensOfScan(ours?.stdout ?? "") / tokensOfCcusage(theirs?.stdout ?? "", corpus.since)).toFixed(
      4,
    ),
    goal: "",
    corpus: corpus.name,
  };
}
