import { completeLog } from "../../base/edges.ts";
import { EXIT, type ExitCode } from "../../base/exit-codes.ts";
import { enforceTls } from "../../base/net/tls.ts";
import type { Output } from "../../cli/index.ts";
import { screenOf } from "../../text/screen.ts";
import { jsonLine } from "../../text/visible.ts";
import type { Check, DoctorReport } from "./check.ts";
import { examine } from "./examine.ts";
import { describeChecks } from "./print.ts";

/** Checks the setup and prints how to fix what is wrong (rule CLI-8). */
export async function doctorCommand(
  { json, daemon }: { json: boolean; daemon: string },
  { out }: Output,
): Promise<ExitCode> {
  const env = { ...process.env };
  // Silent: judgeRuntime warns about the variable.
  enforceTls(process.env, completeLog());
  const checks = mostUrgentFirst(await examine(env, daemon));
  const report: DoctorReport = { schemaVersion: 1, checks };
  out(json ? jsonLine(report) : describeChecks(checks, screenOf(process.stdout, env)));
  return checks.some(({ status }) => status === "failure") ? EXIT.failed : EXIT.ok;
}

/** Without transcripts there is nothing to count, whatever the other checks say. */
function mostUrgentFirst(checks: readonly Check[]): Check[] {
  const isUrgent = ({ id, status }: Check) => id === "transcripts" && status === "failure";
  return [...checks.filter(isUrgent), ...checks.filter((check) => !isUrgent(check))];
}
