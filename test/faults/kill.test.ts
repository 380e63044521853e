// Beats killed with -9 at any instant: what lies on the disk is whole, and the next beat goes on as if nothing had
// been. AGENT_USAGE_LONG_TESTS=1 for a thousand of them.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { Random } from "../../bench/corpus/random.ts";
import { type Kill, KilledHome, PHASES } from "./killed-home.ts";
import { newSeed } from "./seed.ts";

const KILLS = process.env["AGENT_USAGE_LONG_TESTS"] === "1" ? 1_000 : 50;
/** A home is new for so many kills: the first beats of all are killed too. */
const KILLS_A_HOME = 10;
/** So many homes at once. */
const LANES = 2;
/** Of a hundred kills, so many at least are to land in each phase. */
const LEAST = 4;

type Measured = Awaited<ReturnType<KilledHome["measure"]>>;

/** Of ten kills three come at any time, most of them early, one in the scan, four at some step of what is written, two in the push. */
function nextKill(index: number, random: Random, { duration, changes }: Measured): Kill {
  const delay = random.between(0, 2);
  if (index < 3)
    return { after: "time", delay: random.between(1, Math.ceil(index < 2 ? duration / 2 : duration)) };
  if (index === 3) return { after: "change", count: random.between(1, 2), delay: random.between(0, 6) };
  if (index < 8) return { after: "change", count: random.between(3, changes), delay };
  return { after: "push", delay };
}

test(`${KILLS} beats killed with -9: the state is whole, no frozen day differs, the next beat counts all`, {
  concurrency: LANES,
}, async (t) => {
  const seed = newSeed(t);
  const measured = await (await KilledHome.make(t, new Random(seed))).measure();
  const phases = { start: 0, scan: 0, save: 0, push: 0, over: 0 };
  let homes = 0;

  async function lane() {
    while (homes < KILLS / KILLS_A_HOME) {
      const home = ++homes;
      await t.test(`home ${home}`, (t) => killInHome(t, new Random(seed + home)));
    }
  }
  async function killInHome(t: TestContext, random: Random) {
    const home = await KilledHome.make(t, random);
    const order = random.shuffled(Array.from({ length: KILLS_A_HOME }, (_, index) => index));
    for (const [count, index] of order.entries()) {
      phases[await home.kill(nextKill(index, random, measured))]++;
      // Every other one finds what two killed beats left.
      if (count % 2 === 1) await home.beat();
      home.goOn();
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane));

  t.diagnostic(PHASES.map((phase) => `${phase} ${phases[phase]}`).join(", "));
  for (const phase of PHASES) {
    if (phase !== "over")
      assert.ok(phases[phase] >= (LEAST * KILLS) / 100, `${phase}: ${phases[phase]} kills`);
  }
});
