import type { TestContext } from "node:test";

/** A new seed, said in the test's output; AGENT_USAGE_TEST_SEED gives a run's again. */
export function newSeed(t: TestContext): number {
  const given = process.env["AGENT_USAGE_TEST_SEED"];
  const seed = given === undefined ? Math.floor(Math.random() * 2 ** 31) : Number(given);
  t.diagnostic(`AGENT_USAGE_TEST_SEED=${seed}`);
  return seed;
}
