// npm run bench:forecast [-- --windows 200] [--seed 1]: how far off the forecast is, on generated windows whose end
// is known, beside the pace of the last 30 minutes and the pace of the whole window. Prints tables.
// With --history FILE, on the windows that a state folder's history.json recorded (of Claude Code's: with
// NODE_OPTIONS=--conditions=claude-code).
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { Reading } from "../src/forecast/index.ts";
import { decodeHistory } from "../src/state/history/codec.ts";
import { Random } from "./corpus/random.ts";
import { ESTIMATES, type Name } from "./forecast/estimate.ts";
import { windowsIn } from "./forecast/recorded.ts";
import { LIMITS, type Series, seriesOf } from "./forecast/series.ts";

const { values } = parseArgs({
  options: {
    windows: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
    history: { type: "string" },
  },
});
/** When, by the share of the window that has passed. */
const CHECKS = [0.1, 0.25, 0.5, 0.75, 0.9];
const NAMES = Object.keys(ESTIMATES) as Name[];

interface Check {
  readonly limit: string;
  readonly series: string;
  readonly passed: number;
  readonly atReset: number;
  readonly estimates: Readonly<Record<Name, number | undefined>>;
}

const checks =
  values.history === undefined
    ? generatedChecks(Number(values.windows), new Random(Number(values.seed)))
    : windowsIn(await recordedReadings(values.history)).flatMap((window) => checksOf(window.kind, window));

function generatedChecks(count: number, random: Random): Check[] {
  return LIMITS.flatMap((limit) =>
    seriesOf(limit, count, random).flatMap((series) => checksOf(limit.kind, series)),
  );
}

async function recordedReadings(path: string): Promise<readonly Reading[]> {
  const decoded = await decodeHistory(readFileSync(path, "utf8"));
  if (decoded.status !== "ok") throw new Error(`${path}: ${decoded.status}`);
  return decoded.readings;
}

/** What was estimated of a window at each time that it was not used up. */
function checksOf(limit: string, { name, span, readings, atReset, since }: Series): Check[] {
  return CHECKS.flatMap((passed) => {
    const now = Math.floor(span.start + passed * (span.end - span.start));
    const known = readings.filter(({ fetchedAt }) => Date.parse(fetchedAt) <= now);
    if (now < since || (known.at(-1)?.percent ?? 100) >= 100) return [];
    const estimates = Object.fromEntries(
      NAMES.map((estimate) => [estimate, ESTIMATES[estimate](known, span, now)]),
    ) as Check["estimates"];
    return [{ limit, series: name, passed, atReset, estimates }];
  });
}

/** Mean and worst error in points, then false and missed alarms, of the checks with a forecast. */
function figures(of: readonly Check[], name: Name): string {
  const given = of.flatMap(({ estimates, atReset }) => {
    const percent = estimates[name];
    return percent === undefined ? [] : [{ percent, atReset }];
  });
  if (given.length === 0) return "none";
  const errors = given.map(({ percent, atReset }) => Math.abs(percent - atReset));
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length;
  const falsely = given.filter(({ percent, atReset }) => percent === 100 && atReset < 100).length;
  const missed = given.filter(({ percent, atReset }) => percent < 100 && atReset === 100).length;
  return `${mean.toFixed(1)}, ${Math.max(...errors)}, ${falsely}, ${missed}`;
}

function print(title: string, groups: readonly (readonly [string, readonly Check[]])[]): void {
  console.log(`| ${title} | checks | given | ${NAMES.join(" | ")} |\n|${"---|".repeat(NAMES.length + 3)}`);
  for (const [group, of] of groups) {
    const given = of.filter(({ estimates }) => estimates.ours !== undefined).length;
    console.log(`| ${[group, of.length, given, ...NAMES.map((name) => figures(of, name))].join(" | ")} |`);
  }
  console.log("");
}

const what =
  values.history === undefined
    ? `Seed ${values.seed}, ${values.windows} windows each`
    : `The windows that ${values.history} recorded`;
console.log(`${what}. Mean and worst error in points, false alarms, missed alarms.\n`);
for (const kind of new Set(checks.map(({ limit }) => limit))) {
  const of = checks.filter(({ limit }) => limit === kind);
  const by = <K>(keys: readonly K[], key: (check: Check) => K) =>
    keys.map((each) => [String(each), of.filter((check) => key(check) === each)] as const);
  print(`${kind}, passed`, [...by(CHECKS, ({ passed }) => passed), ["all", of]]);
  print(
    `${kind}, use`,
    by([...new Set(of.map(({ series }) => series))], ({ series }) => series),
  );
}
