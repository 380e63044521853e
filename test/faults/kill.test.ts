// Beats killed with SIGKILL at any instant: the files on the disk are intact, and the next beat continues normally.
// AGENT_USAGE_LONG_TESTS=1 for 1,000 kills.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { Random } from "../../bench/corpus/random.ts";
import { type Kill, KilledHome, PHASES } from "../support/faults/killed-home.ts";
import { newSeed } from "../support/faults/seed.ts";

const KILLS = process.env["AGENT_USAGE_LONG_TESTS"] === "1" ? 1_000 : 50;
/** Each home is new, so that first beats are killed too. */
const KILLS_PER_HOME = 10;
/** Homes tested at the same time. */
const LANES = 2;
/** The minimum share of kills in each phase, in percent. */
const LEAST = 4;

type Measured = Awaited<ReturnType<KilledHome["measure"]>>;

/** Of ten kills three come after a time, mostly early, one in the scan, four at a change in the state folder, two in the push. */
function nextKill(index: number, random: Random, { duration, changes }: Measured): Kill {
  const delay = random.between(0, 2);
  if (index < 3)
    return { after: "time", delay: random.between(1, Math.ceil(index < 2 ? duration / 2 : duration)) };
  if (index === 3) return { after: "change", count: random.between(1, 2), delay: random.between(0, 6) };
  if (index < 8) return { after: "change", count: random.between(3, changes), delay };
  return { after: "push", delay };
}

test(`${KILLS} beats killed with SIGKILL: the state is intact, no frozen day differs, and the next beat counts everything`, {
  concurrency: LANES,
}, async (t) => {
  const seed = newSeed(t);
  const measured = await (await KilledHome.make(t, new Random(seed))).measure();
  const phases = { start: 0, scan: 0, save: 0, push: 0, over: 0 };
  let homes = 0;

  async function lane() {
    while (homes < KILLS / KILLS_PER_HOME) {
      const home = ++homes;
      await t.test(`home ${home}`, (t) => killInHome(t, new Random(seed + home)));
    }
  }
  async function killInHome(t: TestContext, random: Random) {
    const home = await KilledHome.make(t, random);
    const order = random.shuffled(Array.from({ length: KILLS_PER_HOME }, (_, index) => index));
    for (const [count, index] of order.entries()) {
      phases[await home.kill(nextKill(index, random, measured))]++;
      // Every second beat finds what two killed beats left.
      if (count % 2 === 1) await home.beat();
      home.advance();
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane));

  t.diagnostic(PHASES.map((phase) => `${phase} ${phases[phase]}`).join(", "));
  for (const phase of PHASES) {
    if (phase !== "over")
      assert.ok(phases[phase] >= (LEAST * KILLS) / 100, `${phase}: ${phases[phase]} kills`);
  }
});
