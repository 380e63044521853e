import { mkdirSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { type ExpectedResult, ExpectedUsage, type Meaning } from "./expected.ts";
import { type CorpusOptions, TYPICAL } from "./options.ts";
import { Output } from "./output.ts";
import { Random } from "./random.ts";
import { BAD_BYTE_MARK, type Line, type Shared, sessionLines } from "./session.ts";
import { Texts } from "./text.ts";

export interface Corpus extends ExpectedResult {
  /** The options of the scan. */
  readonly since: string;
  readonly now: number;
  /** What was written. `filesInWindow` is what the scan reads of it. */
  readonly files: number;
  readonly filesInWindow: number;
  readonly bytes: number;
  readonly lines: number;
}

const DAY_MS = 86_400_000;
const DAYS = 35;
const NOT_UTF8 = Buffer.from([0xff]);
const BYTE_ORDER_MARK = "\uFEFF";

/** Writes a corpus of transcripts to a folder. Returns what a scan of it must find. */
export function writeCorpus(folder: string, options: CorpusOptions): Corpus {
  const { seed, files, bytes, now, days = DAYS, mtimes = "last-line" } = options;
  const random = new Random(seed);
  const shared: Shared = {
    random,
    texts: new Texts(random),
    rates: { ...TYPICAL, ...options },
    now,
    written: [],
  };
  const expected = new ExpectedUsage(now, days);
  const output = new Output();
  // Most sessions are short, a few are long.
  const weights = Array.from({ length: files }, () => 0.05 + 4 * random.next() ** 5);
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0);
  let lines = 0;
  let filesInWindow = 0;

  // In the order in which a scan reads them, so that the first of equal lines is the first one written.
  const paths = plan(files, random).map((path) => join(folder, path));
  for (const [index, path] of paths.sort(byCodeUnit).entries()) {
    const share = (bytes * (weights[index] ?? 0)) / totalWeight;
    const start = Math.floor(now - random.next() * (days + 3) * DAY_MS);
    mkdirSync(dirname(path), { recursive: true });
    output.open(path);
    const { meanings, lastLine } = writeSession(output, shared, start, share);
    output.close();
    const mtime = mtimes === "now" ? now : lastLine;
    utimesSync(path, mtime / 1000, mtime / 1000);
    lines += meanings.length;
    if (expected.addFile(mtime, meanings)) filesInWindow++;
  }
  return { ...expected.result, since: expected.since, now, files, filesInWindow, bytes: output.bytes, lines };
}

function writeSession(output: Output, shared: Shared, start: number, bytes: number) {
  const { random, rates } = shared;
  const meanings: Meaning[] = [];
  if (random.chance(rates.byteOrderMark)) output.text(BYTE_ORDER_MARK);
  const lines = sessionLines(shared, start, bytes);
  let step = lines.next();
  while (!step.done) {
    const line = step.value;
    step = lines.next();
    if (step.done && random.chance(rates.tornEnd)) {
      meanings.push(writeTorn(output, line, random));
    } else {
      writeText(output, line);
      output.text(random.chance(rates.crlf) ? "\r\n" : "\n");
      meanings.push(line.meaning);
    }
  }
  return { meanings, lastLine: step.value };
}

/** Writes a last line without its newline, whole or cut. It counts if it is whole; otherwise it is not an error. */
function writeTorn(output: Output, line: Line, random: Random): Meaning {
  if (random.chance(0.5)) {
    writeText(output, line);
    return line.meaning === "skipped" ? "ignored" : line.meaning;
  }
  // Cut before the last character that is not blank, so that what is left of an object is not JSON.
  const text = line.text.trimEnd();
  const cut = text.startsWith("{") ? text.slice(0, random.between(0, text.length - 1)) : "";
  writeText(output, { ...line, text: cut });
  return "ignored";
}

function writeText(output: Output, { text, hasBadByte }: Line): void {
  if (!hasBadByte) {
    output.text(text);
    return;
  }
  const [before = "", ...after] = text.split(BAD_BYTE_MARK);
  output.text(before);
  for (const part of after) {
    output.raw(NOT_UTF8);
    output.text(part);
  }
}

/** `<project>/<session>.jsonl` and `<project>/<session>/subagents/agent-*.jsonl`. */
function plan(files: number, random: Random): string[] {
  const projects = Array.from({ length: 1 + Math.floor(files / 60) }, () => random.id("-home-dev-"));
  const paths = new Set<string>();
  let session = "";
  while (paths.size < files) {
    if (session !== "" && random.chance(0.3)) paths.add(`${session}/subagents/${random.id("agent-")}.jsonl`);
    else {
      session = `${random.pick(projects)}/${random.uuid()}`;
      paths.add(`${session}.jsonl`);
    }
  }
  return [...paths];
}

function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : 1;
}
