import { mkdirSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { type CorpusOptions, USUAL } from "./options.ts";
import { Output } from "./output.ts";
import { Random } from "./random.ts";
import { BAD_BYTE_MARK, type Line, sessionLines, type World } from "./session.ts";
import { Texts } from "./text.ts";
import { type Meaning, type TrueUsage, Truth } from "./truth.ts";

export interface Corpus extends TrueUsage {
  /** What to scan it with. */
  readonly since: string;
  readonly now: number;
  /** What was written, and of it what a scan has to read. */
  readonly files: number;
  readonly filesInWindow: number;
  readonly bytes: number;
  readonly lines: number;
}

const DAY_MS = 86_400_000;
const DAYS = 35;
const NO_UTF8 = Buffer.from([0xff]);
const BYTE_ORDER_MARK = "\uFEFF";

/** Writes a corpus of transcripts into a folder and returns what a scan of it is to find. */
export function writeCorpus(folder: string, options: CorpusOptions): Corpus {
  const { seed, files, bytes, now, days = DAYS, mtimes = "last-line" } = options;
  const random = new Random(seed);
  const world: World = { random, texts: new Texts(random), odds: { ...USUAL, ...options }, now, written: [] };
  const truth = new Truth(now, days);
  const output = new Output();
  // Few sessions are long, most are short.
  const weights = Array.from({ length: files }, () => 0.05 + 4 * random.next() ** 5);
  const totalWeight = weights.reduce((sum, weight) => sum + weight, 0);
  let lines = 0;
  let filesInWindow = 0;

  // In the order in which a scan reads them: the first of equal lines is then the first written.
  const paths = plan(files, random).map((path) => join(folder, path));
  for (const [index, path] of paths.sort(byCodeUnit).entries()) {
    const share = (bytes * (weights[index] ?? 0)) / totalWeight;
    const start = Math.floor(now - random.next() * (days + 3) * DAY_MS);
    mkdirSync(dirname(path), { recursive: true });
    output.open(path);
    const { meanings, lastLine } = writeSession(output, world, start, share);
    output.close();
    const mtime = mtimes === "now" ? now : lastLine;
    utimesSync(path, mtime / 1000, mtime / 1000);
    lines += meanings.length;
    if (truth.addFile(mtime, meanings)) filesInWindow++;
  }
  return { ...truth.usage, since: truth.since, now, files, filesInWindow, bytes: output.bytes, lines };
}

function writeSession(output: Output, world: World, start: number, bytes: number) {
  const { random, odds } = world;
  const meanings: Meaning[] = [];
  if (random.chance(odds.byteOrderMark)) output.text(BYTE_ORDER_MARK);
  const lines = sessionLines(world, start, bytes);
  let step = lines.next();
  while (!step.done) {
    const line = step.value;
    step = lines.next();
    if (step.done && random.chance(odds.tornEnd)) {
      meanings.push(writeTorn(output, line, random));
    } else {
      writeText(output, line);
      output.text(random.chance(odds.crlf) ? "\r\n" : "\n");
      meanings.push(line.meaning);
    }
  }
  return { meanings, lastLine: step.value };
}

/** A last line without its newline: whole, or cut. It counts if it is whole JSON, and is no fault if it is not. */
function writeTorn(output: Output, line: Line, random: Random): Meaning {
  if (random.chance(0.5)) {
    writeText(output, line);
    return line.meaning === "skipped" ? "nothing" : line.meaning;
  }
  // Cut before its last character that is not a blank, so that no whole JSON is left of an object.
  const text = line.text.trimEnd();
  const cut = text.startsWith("{") ? text.slice(0, random.between(0, text.length - 1)) : "";
  writeText(output, { ...line, text: cut });
  return "nothing";
}

function writeText(output: Output, { text, badByte }: Line): void {
  if (!badByte) {
    output.text(text);
    return;
  }
  const [before = "", ...after] = text.split(BAD_BYTE_MARK);
  output.text(before);
  for (const part of after) {
    output.raw(NO_UTF8);
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
