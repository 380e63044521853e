import { fileURLToPath } from "node:url";
import { ccusageRun } from "./ccusage.ts";
import { corpusOf, NOW, type WrittenCorpus } from "./corpora.ts";
import { type Core, LIMITS, onOneCore } from "./limits.ts";
import { CLEAN_ENV, type Cost, measure, median } from "./process.ts";
import { type Row, round, row } from "./row.ts";
import { isRight, tokensOfCcusage, tokensOfScan } from "./totals.ts";

const SCAN = fileURLToPath(new URL("scan.mjs", import.meta.url));
const MAIN = { files: 4000, megabytes: 2000 };

/** A scan from scratch, in a process of its own. */
export function scanCold(
  home: string,
  before: readonly string[] = [],
  flags: readonly string[] = [],
): Promise<Cost> {
  return measure([...before, process.execPath, ...flags, SCAN, home, String(NOW)], CLEAN_ENV);
}

/** A scan from scratch compared with ccusage, alternating. */
export async function coldScan(folder: string, ccusage: string, runs: number): Promise<Row[]> {
  const corpus = await corpusOf(folder, MAIN);
  const ours: Cost[] = [];
  const alone: Cost[] = [];
  const theirs: Cost[] = [];
  const core = onOneCore();
  const { command, env } = ccusageRun(ccusage, corpus.home);
  // The first run of each is not counted: it loads the files into memory.
  for (let run = 0; run <= runs; run++) {
    ours.push(await scanCold(corpus.home));
    if (core.status === "ok") alone.push(await scanCold(corpus.home, core.before));
    theirs.push(await measure(command, env));
  }
  const compare = (what: string, costs: readonly Cost[], goals: readonly string[]): Row[] => {
    const figures: readonly [string, (cost: Cost) => number, string][] = [
      ["wall time", ({ wallMs }) => wallMs, "ms"],
      ["CPU time", ({ cpuMs }) => cpuMs, "ms"],
      ["peak memory", ({ peakMegabytes }) => peakMegabytes, "MB"],
    ];
    return figures.map(([name, figure, unit], index) => {
      const [mine, other] = [costs, theirs].map((some) => median(some.slice(1).map(figure)));
      const goal = goals[index] ?? "";
      return row(`${what}: ${name}`, mine ?? 0, ["ccusage", other ?? 0], unit, goal, corpus.name);
    });
  };
  const what = "scan from scratch";
  const one = `${what} on one core`;
  return [
    ...compare(what, ours, ["<= 0.40", "<= 0.38", "<= 0.56"]),
    longestBlock(what, ours, corpus),
    ...oneCore(one, core, () => [
      ...compare(one, alone, ["<= 0.52", "<= 0.34", "<= 0.50"]),
      longestBlock(one, alone, corpus),
    ]),
    ...(await limited(corpus)),
    totals(ours[0], theirs[0], corpus),
  ];
}

/** The rows of one core, or one that says why there are none. */
function oneCore(what: string, core: Core, rows: () => Row[]): Row[] {
  if (core.status === "ok") return rows();
  return [{ what, ours: core.why, reference: "", ratio: "", goal: "", corpus: "" }];
}

/** A scan with little memory: whether it ends with the right figures, and what it took. */
export async function limited(corpus: WrittenCorpus): Promise<Row[]> {
  const { before, flags, name } = LIMITS;
  const cost = await scanCold(corpus.home, before, flags);
  const right = isRight(cost.stdout, corpus) ? "as generated" : "NOT AS GENERATED";
  const ours = `${round(cost.peakMegabytes)} MB (${right})`;
  const what = `scan from scratch with ${name}: peak memory`;
  return [{ what, ours, reference: "", ratio: "", goal: "as generated", corpus: corpus.name }];
}

function longestBlock(what: string, ours: readonly Cost[], corpus: WrittenCorpus): Row {
  const blocks = ours.map(({ stdout }) => (JSON.parse(stdout) as { longestBlockMs: number }).longestBlockMs);
  const longest = `${round(Math.max(...blocks))} ms`;
  return {
    what: `${what}: longest block of the event loop`,
    ours: longest,
    reference: "",
    ratio: "",
    goal: "<= 50 ms",
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
