// Where usage went, on generated transcripts: whatever is told apart, it is the same usage (rules DETAIL-1 and DETAIL-2).
import assert from "node:assert/strict";
import fs from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { UNUSUAL } from "../../bench/corpus/options.ts";
import { writeCorpus } from "../../bench/corpus/write.ts";
import { addCounts, type Counts } from "../../src/contract/index.ts";
import type { PlacedUse, PlaceKey } from "../../src/usage/detail/types.ts";
import { createPlaceScanner, scanDetail, scanUsage } from "../../src/usage/scan.ts";
import { HOUR, NOW } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { line, writeFiles } from "../support/transcript.ts";

const CORPORA = 25;
const SUBSETS: readonly (readonly PlaceKey[])[] = [
  [],
  ["hour"],
  ["project"],
  ["session"],
  ["project", "hour"],
  ["project", "session"],
  ["session", "hour"],
];

/** The counts by day, model and these keys. */
function sumsBy(uses: readonly PlacedUse[], by: readonly PlaceKey[]): Map<string, Counts> {
  const sums = new Map<string, Counts>();
  for (const use of uses) {
    const key = JSON.stringify([use.day, use.model, ...by.map((name) => use[name] ?? null)]);
    const known = sums.get(key);
    sums.set(key, known === undefined ? use.counts : addCounts(known, use.counts));
  }
  return new Map([...sums].sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function usesOf(scan: ReturnType<typeof scanDetail>): Promise<readonly PlacedUse[]> {
  const found = await scan;
  assert.ok(found.status === "ok");
  return found.uses;
}

test(`fewer keys give the sums of more, and none those of a scan, in each of ${CORPORA} corpora`, async (t) => {
  const folder = await temporaryFolder(t);
  for (let seed = 1; seed <= CORPORA; seed++) {
    const root = join(folder, String(seed));
    // No more models than a day keeps: a scan adds up those past that.
    const options = { ...UNUSUAL, manyAdvisors: 0, seed, files: 6, bytes: 60_000, days: 5, now: NOW };
    const { since, now } = writeCorpus(root, options);
    const range = { roots: [root], since, now };
    const all = await usesOf(scanDetail(range));
    for (const by of SUBSETS) {
      const where = `seed ${seed}, by ${by.join(" and ")}`;
      const uses = await usesOf(scanDetail({ ...range, by }));
      assert.deepEqual(sumsBy(uses, by), sumsBy(all, by), where);
    }
    const { days } = await scanUsage(range);
    const scanned = Object.entries(days).flatMap(([day, { models }]) =>
      Object.entries(models).map(([model, counts]): PlacedUse => ({ day, model, counts })),
    );
    assert.deepEqual(sumsBy(all, []), sumsBy(scanned, []), `seed ${seed}`);
  }
});

test("after a scan, where usage went is known without reading a file again", async (t) => {
  const root = await temporaryFolder(t);
  const first = JSON.stringify({ sessionId: "one", cwd: "/none/api" });
  writeFiles(root, { "p/one.jsonl": [first, line()], "p/two.jsonl": [line({ id: "msg_2" })] });
  const opened: string[] = [];
  const openSync: typeof fs.openSync = (path, ...rest) => {
    opened.push(String(path));
    return fs.openSync(path, ...rest);
  };
  const clock = () => Date.now() + HOUR;
  const scanner = createPlaceScanner({ roots: [root], files: { ...fs, openSync }, clock });
  await scanner.scan({ now: NOW });
  const uses = await usesOf(scanner.detail({ now: NOW, by: ["project"], maxBytes: 0 }));
  await scanner.scan({ now: NOW });
  assert.deepEqual(
    uses.map(({ project, counts }) => [project, counts.requests]),
    [
      [undefined, 1],
      ["api", 1],
    ],
  );
  assert.deepEqual(opened, [join(root, "p/one.jsonl"), join(root, "p/two.jsonl")]);
});
