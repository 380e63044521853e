// Transcript lines and files for tests. A test gives only the values that matter to it.
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Counts } from "../../src/contract/index.ts";
import { NOW } from "./fixtures.ts";

/** In every part `undefined` leaves the key out. */
export interface LineParts {
  /** Of the message. */
  readonly id?: unknown;
  readonly requestId?: unknown;
  /** ISO 8601 with a time zone. */
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
export function line(parts: LineParts = {}): string {
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

let requests = 0;

/** A line of a new request: no other line has its ids. */
export function requestLine(parts: LineParts = {}): string {
  requests++;
  return line({ id: `msg_${requests}`, requestId: `req_${requests}`, ...parts });
}

/** The counts of a number of requests made by `line()`. */
export function lineCounts(requests = 1, outputTokens = 2 * requests): Counts {
  return {
    requests,
    inputTokens: requests,
    outputTokens,
    cacheCreationTokens: 3 * requests,
    cacheReadTokens: 4 * requests,
  };
}

export type Content = string | Uint8Array | readonly string[];

/** Writes files below a root, last modified at `mtime`. Each line of an array gets a newline. */
export function writeFiles(
  root: string,
  files: Readonly<Record<string, Content>>,
  mtime: number = NOW,
): void {
  for (const [name, content] of Object.entries(files)) {
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    const isText = typeof content === "string" || content instanceof Uint8Array;
    writeFileSync(path, isText ? content : content.map((text) => `${text}\n`).join(""));
    utimesSync(path, mtime / 1000, mtime / 1000);
  }
}

/** Writes one transcript, last modified at `writtenAt`. */
export function writeTranscript(path: string, lines: readonly string[], writtenAt: string): void {
  writeFiles(dirname(path), { [basename(path)]: lines }, Date.parse(writtenAt));
}
