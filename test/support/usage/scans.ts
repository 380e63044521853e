// Scans of transcripts that a test describes.
import type { TestContext } from "node:test";
import type { Counts } from "../../../src/contract/index.ts";
import { scanUsage } from "../../../src/usage/scan.ts";
import { NOW } from "../fixtures.ts";
import { temporaryFolder } from "../folder.ts";
import { type Content, writeFiles } from "../transcript.ts";

export type ScanOptions = Parameters<typeof scanUsage>[0];
export type ScanResult = Awaited<ReturnType<typeof scanUsage>>;

/** Scans a root with these files at `NOW`. */
export async function scanOf(
  t: TestContext,
  files: Readonly<Record<string, Content>>,
  options: Partial<ScanOptions> = {},
): Promise<ScanResult> {
  const root = await temporaryFolder(t);
  writeFiles(root, files);
  return scanUsage({ roots: [root], now: NOW, ...options });
}

/** Scans one transcript with these lines. */
export function scanLines(t: TestContext, ...lines: readonly string[]): Promise<ScanResult> {
  return scanOf(t, { "project/session.jsonl": lines });
}

/** Over all days and models. */
export function requestsOf({ days }: Pick<ScanResult, "days">): number {
  return countsOf(days).reduce((sum, { requests }) => sum + requests, 0);
}

export function outputOf({ days }: Pick<ScanResult, "days">): number {
  return countsOf(days).reduce((sum, { outputTokens }) => sum + outputTokens, 0);
}

function countsOf(days: ScanResult["days"]): Counts[] {
  return Object.values(days).flatMap(({ models }) => Object.values(models));
}
