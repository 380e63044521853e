import assert from "node:assert/strict";
import { join } from "node:path";
import test from "node:test";
import { TYPICAL, UNUSUAL } from "../../bench/corpus/options.ts";
import { Random } from "../../bench/corpus/random.ts";
import { type Corpus, writeCorpus } from "../../bench/corpus/write.ts";
import { scanUsage } from "../../src/usage/scan.ts";
import { temporaryFolder } from "../support/folder.ts";
import { referenceScan } from "../support/usage/reference-scan.ts";

const CORPORA = 200;

/** Ordinary days, both DST changes, the end of a year, and both sides of a Toronto midnight. */
const TIMES = [
  "2026-11-20T18:00:00Z",
  "2026-11-02T15:00:00Z",
  "2026-11-01T06:30:00Z",
  "2026-03-09T12:00:00Z",
  "2026-03-08T07:00:00Z",
  "2027-01-01T04:59:59.999Z",
  "2027-01-01T05:00:00Z",
  "2024-02-29T23:00:00Z",
].map((time) => Date.parse(time));

function usageOf<T extends Pick<Corpus, "days" | "agentVersion" | "skippedLines">>(result: T) {
  const { days, agentVersion, skippedLines } = result;
  return { days, agentVersion, skippedLines };
}

function write(folder: string, seed: number): Corpus {
  const random = new Random(seed);
  return writeCorpus(folder, {
    ...(random.chance(0.8) ? UNUSUAL : TYPICAL),
    seed,
    files: random.between(1, 12),
    bytes: random.between(1000, 150_000),
    days: random.pick([0, 1, 2, 5, 35]),
    now: random.pick(TIMES),
    mtimes: random.chance(0.8) ? "last-line" : "now",
  });
}

test(`a scan finds what was generated, and what the reference scan finds, in each of ${CORPORA} corpora`, async (t) => {
  const folder = await temporaryFolder(t);
  for (let seed = 1; seed <= CORPORA; seed++) {
    const root = join(folder, String(seed));
    const corpus = write(root, seed);
    const { since, now } = corpus;
    const scanned = await scanUsage({ roots: [root], since, now });
    const reference = referenceScan({ roots: [root], since, now });
    assert.deepEqual(
      reference,
      usageOf(corpus),
      `the reference differs from what was generated, seed ${seed}`,
    );
    assert.deepEqual(usageOf(scanned), reference, `the scan differs from the reference, seed ${seed}`);
    assert.equal(scanned.readErrors, 0);
    assert.equal(scanned.files, corpus.filesInWindow);
  }
});

test("a corpus in several roots is found completely", async (t) => {
  const folder = await temporaryFolder(t);
  const now = Date.parse("2026-11-20T18:00:00Z");
  const roots = ["b", "a", "a-c"].map((name) => join(folder, name));
  for (const [index, root] of roots.entries()) {
    writeCorpus(root, { ...UNUSUAL, seed: 900 + index, files: 6, bytes: 60_000, now, days: 10 });
  }
  const range = { roots, now, since: "2026-11-10" };
  assert.deepEqual(usageOf(await scanUsage(range)), referenceScan(range));
});

test("a corpus of long files, whose lines cross the ends of reads, is found completely", async (t) => {
  const root = await temporaryFolder(t);
  const now = Date.parse("2026-11-20T18:00:00Z");
  const corpus = writeCorpus(root, { ...UNUSUAL, seed: 77, files: 4, bytes: 24_000_000, now });
  assert.deepEqual(usageOf(await scanUsage({ roots: [root], now, since: corpus.since })), usageOf(corpus));
});

test("the same seed writes the same corpus", async (t) => {
  const folder = await temporaryFolder(t);
  const first = write(join(folder, "first"), 7);
  assert.deepEqual(write(join(folder, "second"), 7), first);
  assert.notDeepEqual(write(join(folder, "third"), 8), first);
});
