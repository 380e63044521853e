import type { Failure, Table } from "../limits-failures.ts";

/** There is no transcripts folder. */
export const ROOTS = {
  missing: {
    what: "there is no transcripts folder",
    fix: "use the coding agent once, or set transcriptRoots (AGENT_USAGE_TRANSCRIPTS)",
  },
  elsewhere: {
    what: "there is no transcripts folder where the settings say, but there is one at <place>",
    fix: "correct transcriptRoots (AGENT_USAGE_TRANSCRIPTS) or <variable>",
  },
  other_agent: {
    what: "there is no transcripts folder, but <agent> has one: <place>",
    fix: "run <program>",
  },
} as const satisfies Table;

/** Where a known coding agent has transcripts. */
interface Elsewhere {
  readonly shown: string;
  readonly program: string;
  readonly agent?: string;
  readonly variable?: string;
}

/** No transcripts folder exists. @param program the one that is running */
export function rootsFailure(elsewhere: Elsewhere | undefined, program: string): Failure {
  if (elsewhere === undefined) return ROOTS.missing;
  const { shown, agent = "another coding agent", variable } = elsewhere;
  const { what, fix } = elsewhere.program === program ? ROOTS.elsewhere : ROOTS.other_agent;
  return {
    what: what.replace("<agent>", agent).replace("<place>", () => shown),
    fix: fix
      .replace("<program>", elsewhere.program)
      .replace(" or <variable>", variable === undefined ? "" : ` or ${variable}`),
  };
}
