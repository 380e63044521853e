import * as z from "zod";
import { vendor } from "#vendor";
import type { RaisedAlert } from "../../alert/index.ts";
import { writeAtomically } from "../../base/disk/atomic.ts";
import { readRegularFile } from "../../base/disk/regular-file.ts";
import { parseJson } from "../../base/json.ts";
import { MAX_TEXT } from "../../base/strings.ts";
import type { StateFolder } from "../folder/state-folder.ts";

const SCHEMA_VERSION = 1;
/** The most alerts that are remembered: far more than the limits and thresholds of one response. */
const MAX_ALERTS = 500;

const text = z.string().max(MAX_TEXT);
const instant = z.iso.datetime({ offset: true });

const alertsSchema = z.object({
  schemaVersion: z.literal(SCHEMA_VERSION),
  program: z.literal(vendor.program),
  raised: z.array(
    z.object({
      kind: text.min(1),
      group: text,
      model: text.nullable(),
      threshold: z.union([z.int(), z.literal("forecast")]),
      at: instant,
      resetsAt: instant.nullable(),
    }),
  ),
});

/** The alerts of the current windows; `undefined` if none were ever remembered, or the file is corrupt. Never rejects. */
export async function readAlerts({ names, files }: StateFolder): Promise<readonly RaisedAlert[] | undefined> {
  const encoded = await readRegularFile(names.alerts, files).catch(() => "");
  const parsed = alertsSchema.safeParse(parseJson(encoded));
  return parsed.success ? parsed.data.raised : undefined;
}

/** Remembers the alerts of the current windows (rule ALERT-3). Never rejects: losing them repeats an alert at worst. */
export async function noteAlerts(
  { names, files }: StateFolder,
  raised: readonly RaisedAlert[],
): Promise<void> {
  const content: z.infer<typeof alertsSchema> = {
    schemaVersion: SCHEMA_VERSION,
    program: vendor.program,
    raised: raised.slice(-MAX_ALERTS),
  };
  await writeAtomically(names.alerts, `${JSON.stringify(content)}\n`, files).catch(() => {});
}
