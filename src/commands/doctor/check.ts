import * as z from "zod";

const checkSchema = z.object({
  /** What was checked. Several checks can share an id. */
  id: z.string(),
  status: z.enum(["ok", "warning", "failure"]),
  /** One line for people. */
  message: z.string(),
  /** The command or the step that fixes it. */
  fix: z.string().exactOptional(),
});
export type Check = z.infer<typeof checkSchema>;

/** What `doctor --json` prints, version 1. */
export const doctorReportSchema = z.object({ schemaVersion: z.literal(1), checks: z.array(checkSchema) });
export type DoctorReport = z.infer<typeof doctorReportSchema>;

export const ok = (id: string, message: string, fix?: string) => check("ok", id, message, fix);
export const warning = (id: string, message: string, fix: string) => check("warning", id, message, fix);
export const failure = (id: string, message: string, fix: string) => check("failure", id, message, fix);

function check(status: Check["status"], id: string, message: string, fix: string | undefined): Check {
  const line = { id, status, message: oneLine(message) };
  return fix === undefined ? line : { ...line, fix: oneLine(fix) };
}

/** A path may contain control characters. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}/gu, "\uFFFD");
}
