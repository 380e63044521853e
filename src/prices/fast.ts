/** A model that answered in fast mode is counted as `<model>-fast`. */
export const FAST = "-fast";

/**
 * The multiple of the usual price that fast mode costs, for every kind of token: cache prices follow the input price.
 * Source: https://platform.claude.com/docs/en/about-claude/pricing (fast mode pricing), read in November 2026, and
 * ccusage 20.0.24 for the models that no longer have it: 4.6 and 4.7 at $30 and $150 per million tokens of input and
 * output, 4.8 and 5 at $10 and $50, 5.5 at $8 and $40.
 */
export const FAST_TIMES: Readonly<Record<string, number>> = {
  "claude-opus-4-6": 6,
  "claude-opus-4-7": 6,
  "claude-opus-4-8": 2,
  "claude-opus-5": 2,
  "claude-opus-5-5": 2,
};
