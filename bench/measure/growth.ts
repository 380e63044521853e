import { limited, scanCold } from "./cold.ts";
import { type CorpusSize, corpusOf } from "./corpora.ts";
import { type Cost, median } from "./process.ts";
import { type Row, round } from "./row.ts";

const BY_BYTES = [500, 2000, 8000].map((megabytes) => ({ files: 4000, megabytes }));
const BY_FILES = [1000, 4000, 16_000].map((files) => ({ files, megabytes: 2000 }));

/** How the cost of a scan from scratch grows with the size of the transcripts. */
export async function growth(folder: string, runs: number): Promise<Row[]> {
  return [...(await grow(folder, BY_BYTES, runs)), ...(await grow(folder, BY_FILES, runs))];
}

async function grow(folder: string, sizes: readonly CorpusSize[], runs: number): Promise<Row[]> {
  const rows: Row[] = [];
  let smallest: { wallMs: number; peakMegabytes: number } | undefined;
  for (const size of sizes) {
    const corpus = await corpusOf(folder, size);
    const costs: Cost[] = [];
    for (let run = 0; run <= (size.megabytes > 2000 ? 1 : runs); run++)
      costs.push(await scanCold(corpus.home));
    const figure = (of: (cost: Cost) => number): number => median(costs.slice(1).map(of));
    const own = {
      wallMs: figure(({ wallMs }) => wallMs),
      peakMegabytes: figure(({ peakMegabytes }) => peakMegabytes),
    };
    smallest ??= own;
    rows.push({
      what: "scan from scratch: wall time, peak memory",
      ours: `${round(own.wallMs)} ms, ${round(own.peakMegabytes)} MB`,
      reference: `smallest: ${round(smallest.wallMs)} ms, ${round(smallest.peakMegabytes)} MB`,
      ratio: `${(own.wallMs / smallest.wallMs).toFixed(2)}, ${(own.peakMegabytes / smallest.peakMegabytes).toFixed(2)}`,
      goal: "linear, <= 1.5",
      corpus: corpus.name,
    });
    if (size.megabytes > 2000) rows.push(...(await limited(corpus)));
  }
  return rows;
}
