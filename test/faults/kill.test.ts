// Beats killed with SIGKILL at any instant: the files on the disk are intact, and the next beat continues normally.
// AGENT_USAGE_LONG_TESTS=1 for 1,000 kills.
import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { Random } from "../../bench/corpus/random.ts";
import { type Kill, KilledHome, PHASES } from "../support/faults/killed-home.ts";
import { newSeed } from "../support/faults/seed.ts";

/** Each home is new, so that first beats are killed too. */
const HOMES = process.env["AGENT_USAGE_LONG_TESTS"] === "1" ? 100 : 5;
const KILLS_PER_HOME = 10;
/** Of these, how many come before a certain call. */
const CALL_KILLS = 4;
const KILLS = HOMES * KILLS_PER_HOME;
/** Homes tested at the same time. */
const LANES = 2;

type Measured = Awaited<ReturnType<KilledHome["measure"]>>;

/** The call before which a kill comes: those of all homes spread evenly over all calls, from the first to the last. */
function callOf(home: number, index: number, calls: number): number {
  const share = (home * CALL_KILLS + index) / (HOMES * CALL_KILLS - 1);
  return 1 + Math.round(share * (calls - 1));
}

/** In each home four kills come before a call, two at any time, two after any change and two in the push. */
function killsOf(home: number, random: Random, { duration, changes, calls }: Measured): Kill[] {
  const kills = Array.from({ length: KILLS_PER_HOME }, (_, index): Kill => {
    const delay = random.between(0, 2);
    if (index < CALL_KILLS) return { after: "call", count: callOf(home, index, calls) };
    if (index < 6) return { after: "time", delay: random.between(1, Math.ceil(duration)) };
    if (index < 8) return { after: "change", count: random.between(1, changes), delay };
    return { after: "push", delay };
  });
  return random.shuffled(kills);
}

test(`${KILLS} beats killed with SIGKILL: the state is intact, no frozen day differs, and the next beat counts everything`, {
  concurrency: LANES,
}, async (t) => {
  const seed = newSeed(t);
  const measured = await (await KilledHome.make(t, new Random(seed))).measure();
  const phases = { start: 0, scan: 0, save: 0, push: 0, over: 0 };
  let homes = 0;

  async function lane() {
    while (homes < HOMES) {
      const home = homes++;
      await t.test(`home ${home}`, (t) => killInHome(t, home, new Random(seed + 1 + home)));
    }
  }
  async function killInHome(t: TestContext, index: number, random: Random) {
    const home = await KilledHome.make(t, random);
    for (const [count, kill] of killsOf(index, random, measured).entries()) {
      const phase = await home.kill(kill);
      if (kill.after === "push") assert.equal(phase, "push");
      phases[phase]++;
      // Every second beat finds what two killed beats left.
      if (count % 2 === 1) await home.beat();
      home.advance();
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane));

  t.diagnostic(`${measured.calls} calls; ${PHASES.map((phase) => `${phase} ${phases[phase]}`).join(", ")}`);
});
