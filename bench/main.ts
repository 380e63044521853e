// npm run bench [-- --quick] [--corpora DIR] [--runs 5]: compares the scan with ccusage and with the bare system calls.
// Prints a table. Without --quick, also writes it to bench/RESULTS.md, and its figures into the pages (npm run generate).
// Transcripts are generated once, in DIR, and kept there.
import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { cpus, tmpdir, totalmem } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { CCUSAGE_VERSION, installCcusage } from "./measure/ccusage.ts";
import { coldScan } from "./measure/cold.ts";
import { deferredLines } from "./measure/deferred.ts";
import { growth } from "./measure/growth.ts";
import { memoryAtRest } from "./measure/memory.ts";
import { placeReports } from "./measure/report.ts";
import type { Row } from "./measure/row.ts";
import { startUp } from "./measure/start.ts";
import { warmScan } from "./measure/warm.ts";

const { values } = parseArgs({
  options: {
    corpora: { type: "string", default: join(tmpdir(), "agent-usage-corpora") },
    runs: { type: "string", default: "5" },
    quick: { type: "boolean", default: false },
  },
});
const runs = Number(values.runs);
const ccusage = installCcusage(values.corpora);
const rows: Row[] = [
  ...(await coldScan(values.corpora, ccusage, runs)),
  ...(await placeReports(values.corpora, ccusage, runs)),
  await deferredLines(values.corpora),
  ...(await warmScan(values.corpora, runs)),
  ...(await memoryAtRest(values.corpora)),
  ...(await startUp(values.corpora)),
  ...(values.quick ? [] : await warmScan(values.corpora, runs, 1000)),
  ...(values.quick ? [] : await warmScan(values.corpora, runs, 16_000)),
  ...(values.quick ? [] : await growth(values.corpora, Math.min(runs, 3))),
];

const gigabytes = Math.round(totalmem() / 2 ** 30);
const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), ${gigabytes} GB, ${process.platform}, Node ${process.versions.node}, ccusage ${CCUSAGE_VERSION}, ${new Date().toISOString().slice(0, 10)}`;
const table = [
  "| what | agent-usage | compared with | ratio | goal | corpus |",
  "|---|---|---|---|---|---|",
  ...rows.map(
    ({ what, ours, reference, ratio, goal, corpus }) =>
      `| ${[what, ours, reference, ratio, goal, corpus].join(" | ")} |`,
  ),
].join("\n");
console.log(`${machine}\n\n${table}`);
if (!values.quick) {
  await writeFile(
    new URL("RESULTS.md", import.meta.url),
    `# Benchmark results\n\nWritten by \`npm run bench\`: ${machine}.\nMedians of ${runs} runs, alternating between the programs. Whole processes, with the transcripts in the page cache.\n\n${table}\n`,
  );
  execFileSync("npm", ["run", "generate"], { stdio: "inherit" });
}
