import { vendor } from "#vendor";
import { describeFailure, type Failure, rootsFailure } from "../failures/index.ts";
import type { Settings } from "../settings/index.ts";
import { type FoundRoots, findRoots } from "../usage/index.ts";
import { programCall } from "./call.ts";

/**
 * No transcripts folder exists. If a known coding agent has one, the fix is to run a command with that agent's program.
 * @param line the command, such as `status`
 */
export function missingRoots({ elsewhere }: FoundRoots & { status: "missing" }, line: string): Failure {
  if (elsewhere === undefined || elsewhere.program === vendor.program) {
    return rootsFailure(elsewhere, vendor.program);
  }
  const program = `"${programCall(elsewhere.program).words} ${line}"`;
  return rootsFailure({ ...elsewhere, program }, vendor.program);
}

/** The same as a clause; undefined if there is a transcripts folder. */
export async function describeMissingRoots(
  { transcriptRoots }: Settings,
  line: string,
): Promise<string | undefined> {
  const found = await findRoots(transcriptRoots, process.env);
  return found.status === "found" ? undefined : describeFailure(missingRoots(found, line));
}
