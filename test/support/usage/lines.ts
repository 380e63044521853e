// Transcript lines and folders for tests. A test gives only the values that matter to it.
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { TestContext } from "node:test";
import { scanUsage } from "../../../src/usage/scan.ts";
import { temporaryFolder } from "../folder.ts";

export type ScanOptions = Parameters<typeof scanUsage>[0];
export type ScanResult = Awaited<ReturnType<typeof scanUsage>>;

export const NOW = Date.parse("2026-11-20T18:00:00Z");
export const TODAY = "2026-11-20";

export interface Parts {
  /** `undefined` leaves the key out, here and in every other field. */
  readonly id?: unknown;
  readonly requestId?: unknown;
  readonly at?: unknown;
  readonly model?: unknown;
  readonly output?: unknown;
  readonly version?: unknown;
  readonly type?: unknown;
  /** Replaces the usual four counts. */
  readonly usage?: unknown;
  readonly more?: Readonly<Record<string, unknown>>;
}

/** A line that counts, without its newline: 1 token in, 2 out, 3 written to the cache and 4 read from it. */
export function line(parts: Parts = {}): string {
  const all = {
    id: "msg_1",
    requestId: "req_1",
    at: "2026-11-20T15:00:00.000Z",
    model: "model-a",
    output: 2,
    version: "2.1.90",
    type: "assistant",
    ...parts,
  };
  const usage = {
    input_tokens: 1,
    output_tokens: all.output,
    cache_creation_input_tokens: 3,
    cache_read_input_tokens: 4,
  };
  return JSON.stringify({
    type: all.type,
    timestamp: all.at,
    requestId: all.requestId,
    version: all.version,
    isSidechain: false,
    message: { id: all.id, model: all.model, usage: "usage" in parts ? parts.usage : usage },
    ...all.more,
  });
}

export interface Counts {
  requests: number;
  inputTokens: number;
  outputTokens: number;
  cacheCreationTokens: number;
  cacheReadTokens: number;
}

/** The counts of a number of requests made by `line()`. */
export function counts(requests = 1, outputTokens = 2 * requests): Counts {
  return {
    requests,
    inputTokens: requests,
    outputTokens,
    cacheCreationTokens: 3 * requests,
    cacheReadTokens: 4 * requests,
  };
}

export type Content = string | Uint8Array | readonly string[];

/** Writes transcripts, last modified at `NOW`. Each line of an array gets a newline. */
export function writeFiles(root: string, files: Readonly<Record<string, Content>>, mtime = NOW): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    const isText = typeof content === "string" || content instanceof Uint8Array;
    writeFileSync(path, isText ? content : content.map((text) => `${text}\n`).join(""));
    utimesSync(path, mtime / 1000, mtime / 1000);
  }
}

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
