import assert from "node:assert/strict";
import { join } from "node:path";
import test from "node:test";
import fc from "fast-check";
import { scanUsage } from "../../src/usage/scan.ts";
import { NOW } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { line, writeFiles } from "../support/transcript.ts";
import { referenceScan } from "../support/usage/reference-scan.ts";

const text = fc.string({ unit: "binary", maxLength: 60 });
/** Any value that a JSON writer could write. */
const anything = fc.oneof(text, fc.jsonValue({ maxDepth: 2 }), fc.double(), fc.constant(undefined));

/** A line that counts, but with any values in the fields that the scan reads. */
const nearlyUsage = fc
  .record(
    {
      id: anything,
      requestId: anything,
      at: fc.oneof(anything, fc.date({ noInvalidDate: true }).map(String)),
      model: anything,
      output: anything,
      version: anything,
      type: fc.oneof(fc.constant("assistant"), anything),
      usage: anything,
    },
    { requiredKeys: [] },
  )
  .map(line);

/** A line with a part removed or inserted. */
const damaged = fc.tuple(nearlyUsage, fc.nat(), fc.nat(40), text).map(([whole, place, length, inserted]) => {
  const start = place % (whole.length + 1);
  return whole.slice(0, start) + inserted + whole.slice(start + length);
});

const bytes = fc.oneof(
  fc.uint8Array({ maxLength: 300 }),
  text.map((each) => Buffer.from(each)),
  damaged.map((each) => Buffer.from(`${each}\n`)),
  nearlyUsage.map((each) => Buffer.from(`${each}\r\n`)),
  fc
    .constantFrom("\n", "\r\n", "\uFEFF", "\u2028", '"assistant"', "usage", "{", "}")
    .map((each) => Buffer.from(each)),
);

test("transcripts with arbitrary bytes neither make a scan reject nor count as read errors", async (t) => {
  const folder = await temporaryFolder(t);
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(bytes), { minLength: 1, maxLength: 4 }), async (files) => {
      const root = join(folder, String(run++));
      for (const [index, parts] of files.entries())
        writeFiles(root, { [`${index}.jsonl`]: Buffer.concat(parts) });
      const { readErrors, nextState, files: read } = await scanUsage({ roots: [root], now: NOW });
      assert.deepEqual([readErrors, nextState.freeze, read], [0, true, files.length]);
    }),
    { numRuns: 300 },
  );
});

/** Parts of lines that every reader reads the same way, however they are joined or cut. */
const parts = fc.constantFrom(
  ...[1, 2, 3].flatMap((output) => [line({ output }), line({ output, id: "m2", requestId: undefined })]),
  line({ id: "", model: "model-b" }),
  line({ version: "2.2.0", at: "2026-11-19T12:00:00Z" }),
  line().replace('"assistant"', '"\\u0061ssistant"'),
  line().slice(0, 90),
  line().slice(90),
  ...Array.from('\n\n\n\r \uFEFF\u0000}{[,"\\'),
  "assistant",
  "usage",
);

test("for transcripts joined from arbitrary parts, a scan finds what the reference scan finds", async (t) => {
  const folder = await temporaryFolder(t);
  let run = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(parts, { maxLength: 30 }), async (joined) => {
      const root = join(folder, String(run++));
      writeFiles(root, { "a.jsonl": joined.join("") });
      const options = { roots: [root], now: NOW, since: "2026-11-18" };
      const { days, agentVersion, skippedLines } = await scanUsage(options);
      assert.deepEqual({ days, agentVersion, skippedLines }, referenceScan(options));
    }),
    { numRuns: 500 },
  );
});
