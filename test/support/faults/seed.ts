import type { TestContext } from "node:test";

/** A new seed, printed in the test's output. Set AGENT_USAGE_TEST_SEED to repeat a run. */
export function newSeed(t: TestContext): number {
  const given = process.env["AGENT_USAGE_TEST_SEED"];
  const seed = given === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(given);
  t.diagnostic(`AGENT_USAGE_TEST_SEED=${seed}`);
  return seed;
}
