import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { corpusOf, yesterday } from "./corpora.ts";
import { CLEAN_ENV, measure, median } from "./process.ts";
import { type Row, row } from "./row.ts";

const CLI = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));
/** A start is so short that the median of a few runs means nothing. */
const RUNS = 31;
const COMMANDS = [
  { command: "--version", goal: "<= 1.5" },
  { command: "status", goal: "<= 3.0" },
  { command: "report", goal: "<= 3.0" },
];

/** Short commands after a first beat, compared with a Node that does nothing, alternating. */
export async function startUp(folder: string): Promise<Row[]> {
  const corpus = await corpusOf(folder, { files: 40, megabytes: 4 }, yesterday());
  const home = await mkdtemp(join(tmpdir(), "agent-usage-bench-"));
  const env = {
    ...CLEAN_ENV,
    HOME: home,
    AGENT_USAGE_TRANSCRIPTS: join(corpus.home, ".claude/projects"),
    AGENT_USAGE_LIMITS: "off",
  };
  const ours = COMMANDS.map((): number[] => []);
  const bare: number[] = [];
  try {
    await measure([process.execPath, CLI, "beat"], env);
    for (let run = 0; run < RUNS; run++) {
      for (const [index, { command }] of COMMANDS.entries())
        ours[index]?.push((await measure([process.execPath, CLI, command], env)).wallMs);
      bare.push((await measure([process.execPath, "-e", "0"], env)).wallMs);
    }
  } finally {
    await rm(home, { recursive: true });
  }
  return COMMANDS.map(({ command, goal }, index) =>
    row(
      `agent-usage ${command}`,
      median(ours[index] ?? []),
      ["node -e 0", median(bare)],
      "ms",
      goal,
      corpus.name,
    ),
  );
}
