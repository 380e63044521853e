// npm run bench:cost [-- --corpora DIR] [--seed 1]: compares our costs with ccusage's (--mode calculate --offline) on the
// same requests, by scenario and model, to the cent. Prints what differs.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { costOf, PRICES_DATE } from "../src/prices/index.ts";
import { cents, explained } from "./cost/explain.ts";
import { type Group, groupsOf, nameOf, sumOf, writeTranscript } from "./cost/requests.ts";
import { CCUSAGE_VERSION, ccusageRun, installCcusage } from "./measure/ccusage.ts";

const { values } = parseArgs({
  options: {
    corpora: { type: "string", default: join(tmpdir(), "agent-usage-corpora") },
    seed: { type: "string", default: "1" },
  },
});

interface Breakdown {
  readonly modelName: string;
  readonly cost: number;
  readonly missingPricing?: boolean;
}

/** ccusage's costs by day and model; undefined without a price. */
function theirCosts(groups: readonly Group[]): Map<string, number | undefined> {
  const home = mkdtempSync(join(tmpdir(), "agent-usage-cost-"));
  try {
    writeTranscript(home, groups);
    const { command, env } = ccusageRun(installCcusage(values.corpora), home);
    const [program = "", ...args] = command;
    const stdout = execFileSync(program, [...args, "--mode", "calculate", "--breakdown"], {
      env,
      encoding: "utf8",
    });
    const { daily } = JSON.parse(stdout) as { daily: { date: string; modelBreakdowns: Breakdown[] }[] };
    return new Map(
      daily.flatMap(({ date, modelBreakdowns }) =>
        modelBreakdowns.map(({ modelName, cost, missingPricing }) => [
          `${date} ${modelName}`,
          missingPricing === true ? undefined : cost,
        ]),
      ),
    );
  } finally {
    rmSync(home, { recursive: true });
  }
}

function ourCost(group: Group): number | undefined {
  const cost = costOf({ model: nameOf(group), day: group.day, counts: sumOf(group) });
  return cost.status === "priced" ? cost.usd : undefined;
}

const groups = groupsOf(Number(values.seed));
const theirs = theirCosts(groups);
const compared = groups.map((group) => {
  const costs = { ours: ourCost(group), theirs: theirs.get(`${group.day} ${nameOf(group)}`) };
  return { group, ...costs, why: explained(group, costs) };
});

console.log(`Prices of ${PRICES_DATE}, ccusage ${CCUSAGE_VERSION}, seed ${values.seed}.\n`);
console.log("| scenario | models | equal to the cent | ours | ccusage |\n|---|---|---|---|---|");
for (const scenario of new Set(groups.map((group) => group.scenario))) {
  const of = compared.filter(({ group }) => group.scenario === scenario);
  const equal = of.filter(({ why }) => why === undefined);
  const sum = (costs: readonly (number | undefined)[]) =>
    cents(costs.reduce<number>((all, cost) => all + (cost ?? 0), 0));
  const sums = [sum(equal.map(({ ours: cost }) => cost)), sum(equal.map(({ theirs: cost }) => cost))];
  console.log(`| ${[scenario, of.length, equal.length, ...sums].join(" | ")} |`);
}
console.log("\n| scenario | model | ours | ccusage | difference | why |\n|---|---|---|---|---|---|");
for (const { group, ours, theirs: other, why } of compared) {
  if (why === undefined) continue;
  const difference = ours === undefined || other === undefined ? "" : cents(ours - other);
  const costs = [ours, other].map((cost) => (cost === undefined ? "none" : cents(cost)));
  console.log(`| ${[group.scenario, nameOf(group), ...costs, difference, why].join(" | ")} |`);
}
