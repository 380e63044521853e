import assert from "node:assert/strict";
import { MAX_TEXT } from "../../../src/base/strings.ts";
import type { ScanFiles } from "../../../src/usage/files.ts";
import { Interner } from "../../../src/usage/interner.ts";
import type { Span } from "../../../src/usage/kernel/decode.ts";
import type { Kernel } from "../../../src/usage/kernel/kernel.ts";
import type { LineSink, PlaceSink } from "../../../src/usage/kernel/records.ts";
import type { IdHash } from "../../../src/usage/line.ts";
import { Pacer } from "../../../src/usage/pacer.ts";
import { type LineWithCalls, readLine } from "./reference-line.ts";

/** The lines of a file that count, and how many were skipped. */
export interface FileResult {
  readonly lines: readonly LineWithCalls[];
  readonly skipped: number;
}

export interface KernelResult extends FileResult {
  /** How many of the lines needed `JSON.parse`. */
  readonly deferred: number;
}

/** The models and versions of each kernel. */
const LABELS = new WeakMap<Kernel, { readonly models: Interner; readonly versions: Interner }>();

/** What the kernel finds in a file. Each read returns at most `maxBytes`. */
export async function runKernel(
  kernel: Kernel,
  file: Buffer,
  maxBytes = file.length,
  place?: PlaceSink,
): Promise<KernelResult> {
  const lines: LineWithCalls[] = [];
  let skipped = 0;
  let deferred = 0;
  const { models, versions } = LABELS.get(kernel) ?? { models: rawTexts(), versions: rawTexts() };
  LABELS.set(kernel, { models, versions });
  const sink: LineSink = {
    plain(line, bytes) {
      const text = ({ start, length }: Span): string => bytes.toString("utf8", start, start + length);
      assert.equal(models.texts[models.idOfLabel(bytes, line.model)], kept(text(line.model)));
      assert.equal(versions.texts[versions.idOfLabel(bytes, line.version)], kept(text(line.version)));
      lines.push({
        ...line,
        ids: digits(line.ids),
        model: text(line.model),
        version: text(line.version),
        advisorCalls: [],
      });
    },
    decoded(line) {
      deferred++;
      lines.push({ ...line, ids: digits(line.ids), advisorCalls: [] });
    },
    advisorCall(call) {
      lines.at(-1)?.advisorCalls.push(call);
    },
    skipped(count) {
      skipped += count;
    },
    place,
  };
  const readSync = (_: number, into: Buffer, offset: number, length: number, position: number): number =>
    file.copy(into, offset, position, position + Math.min(length, maxBytes));
  await kernel.read(0, file.length, sink, { readSync } as Pick<ScanFiles, "readSync">, new Pacer());
  return { lines, skipped, deferred };
}

/** What an interner sees of a text. */
function kept(text: string): string {
  return text.slice(0, MAX_TEXT + 1);
}

function rawTexts(): Interner {
  return new Interner((raw) => raw);
}

function digits(ids: IdHash | undefined): string {
  if (ids === undefined) return "";
  return Buffer.from(Int32Array.of(ids.first, ids.second, ids.third, ids.fourth).buffer).toString("hex");
}

/** What `JSON.parse` finds in a file. */
export function parseFile(file: Buffer): FileResult {
  const hasMark = file.subarray(0, 3).equals(Buffer.from("\uFEFF"));
  const texts = file.toString("latin1", hasMark ? 3 : 0).split("\n");
  const lines: LineWithCalls[] = [];
  let skipped = 0;
  for (const [index, bytes] of texts.entries()) {
    const text = Buffer.from(bytes, "latin1").toString();
    const line = readLine(text);
    const isWhole = index < texts.length - 1;
    if (line === "invalid") skipped += Number(isWhole && holdsWords(text));
    else if (line !== "irrelevant") lines.push(line);
  }
  return { lines, skipped };
}

function holdsWords(text: string): boolean {
  return text.includes('"assistant"') && text.includes("usage");
}
