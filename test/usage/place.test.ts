// The session and the folder in the first lines of a transcript, which the kernel finds while it reads them (rule DETAIL-3).
import assert from "node:assert/strict";
import { isAbsolute } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { PlaceTexts, TranscriptPlace } from "../../src/usage/detail/transcript-place.ts";
import { Kernel } from "../../src/usage/kernel/kernel.ts";
import { runKernel } from "../support/usage/kernel-runs.ts";

/** Shared by all tests: one file must not affect the next. */
const kernel = new Kernel();

const TEXTS = [
  '"/srv/api"',
  '"/srv/w\\u0065b"',
  '"\\/srv/h\u00e4user"',
  '"relative"',
  '""',
  '"one"',
  `"/${"a".repeat(5000)}"`,
  "null",
  "7",
  '["/srv/api"]',
  '{"cwd":"/srv/inner"}',
  '"cut',
];
const KEYS = ['"cwd"', '"cwd"', '"sessionId"', '"sessionId"', '"c\\u0077d"', '"type"', '"message"'];
const WHOLE = ["", " ", "{}", "[]", "null", "{", '["/srv/api"]', '{"cwd":"/srv/api"} x'];
const USAGE =
  '{"type":"assistant","timestamp":"2026-11-20T10:00:00Z","message":{"usage":{"output_tokens":1}},"cwd":"/srv/late"}';

function anyTranscript() {
  const member = fc
    .tuple(fc.constantFrom(...KEYS), fc.constantFrom(...TEXTS))
    .map((parts) => parts.join(":"));
  const object = fc.array(member, { minLength: 1, maxLength: 4 }).map((members) => `{${members.join(",")}}`);
  const line = fc.oneof({ weight: 4, arbitrary: object }, fc.constantFrom(...WHOLE), fc.constant(USAGE));
  const end = fc.constantFrom("\n", "\r\n");
  const mark = fc.constantFrom("", "", "\uFEFF");
  const lines = fc.array(fc.tuple(line, end), { maxLength: 8 });
  return fc
    .tuple(mark, lines, line)
    .map(([first, most, last]) => Buffer.from(first + most.flat().join("") + last));
}

/** What `JSON.parse` finds line by line. */
function parsedPlace(file: Buffer) {
  let session: string | undefined;
  for (const text of file.toString().replace("\uFEFF", "").split("\n")) {
    let value: { sessionId?: unknown; cwd?: unknown } | null;
    try {
      value = JSON.parse(text) as typeof value;
    } catch {
      continue;
    }
    if (typeof value !== "object" || value === null || Array.isArray(value)) continue;
    const { sessionId, cwd } = value;
    if (typeof sessionId === "string" && sessionId !== "") session ??= sessionId.slice(0, 128);
    if (typeof cwd === "string" && cwd.length <= 4096 && isAbsolute(cwd)) return { session, folder: cwd };
  }
  return { session, folder: undefined };
}

test("the kernel finds the first session and folder that JSON.parse finds, and the same lines as without", async () => {
  const texts = new PlaceTexts();
  const property = fc.asyncProperty(
    anyTranscript(),
    fc.integer({ min: 1, max: 90 }),
    async (file, maxBytes) => {
      const place = new TranscriptPlace(texts);
      const { lines, skipped } = await runKernel(kernel, file, maxBytes, place);
      const found = {
        session: texts.sessions.texts[place.session],
        folder: texts.folders.texts[place.folder],
      };
      assert.deepEqual(found, parsedPlace(file));
      const plain = await runKernel(kernel, file, maxBytes);
      assert.deepEqual({ lines, skipped }, { lines: plain.lines, skipped: plain.skipped });
    },
  );
  await fc.assert(property, { numRuns: 1000 });
});
