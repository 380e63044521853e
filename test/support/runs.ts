/** How often a law is tried: 2,000 times in each run, 10,000 times with AGENT_USAGE_LONG_TESTS=1. */
export const LAW_RUNS = { numRuns: process.env["AGENT_USAGE_LONG_TESTS"] === "1" ? 10_000 : 2_000 };
