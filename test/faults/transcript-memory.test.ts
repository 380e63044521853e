// What one line may cost in memory: the service has a gigabyte (systemd unit, MemoryMax).
import assert from "node:assert/strict";
import { closeSync, ftruncateSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { temporaryFolder } from "../support/folder.ts";
import { CLI, runProgram } from "../support/program.ts";
import { line } from "../support/transcript.ts";

const isLong = process.env["AGENT_USAGE_LONG_TESTS"] === "1";
const MB = 1024 * 1024;

const SAYS_ITS_MEMORY = `data:text/javascript,${encodeURIComponent(`
  process.on("exit", () => process.stderr.write("peak=" + process.resourceUsage().maxRSS + "\\n"));
`)}`;

/** A beat over one transcript that was written so, between two lines that count. */
async function beatOver(t: TestContext, write: (file: number) => void) {
  const root = await temporaryFolder(t);
  mkdirSync(join(root, "p"));
  const file = openSync(join(root, "p", "a.jsonl"), "a");
  const whole = `${line({ at: new Date().toISOString() })}\n`;
  writeSync(file, whole);
  write(file);
  writeSync(file, `\n${whole.replaceAll("_", "_2")}`);
  closeSync(file);
  const { code, stderr } = await runProgram(t, CLI, ["beat"], {
    execArgv: ["--import", SAYS_ITS_MEMORY],
    env: {
      AGENT_USAGE_TRANSCRIPTS: root,
      AGENT_USAGE_LIMITS: "off",
      AGENT_USAGE_STATE_DIR: join(root, "state"),
    },
    timeoutMs: 300_000,
  });
  assert.equal(code, 0, stderr);
  const [, peak] = /^peak=(\d+)$/m.exec(stderr) ?? [];
  const figures = stderr.split("\n").find((text) => text.includes("beat done")) ?? "{}";
  const { requests, skippedLines, readErrors } = JSON.parse(figures) as Record<string, number>;
  const peakMb = Math.round(Number(peak) / 1024);
  t.diagnostic(`${peakMb} MB at the most`);
  return { counted: [requests, skippedLines, readErrors], peakMb };
}

const LENGTH = isLong ? 2048 * MB : 70 * MB;
test(`a line of ${LENGTH / MB} MB is passed over in bounded memory`, async (t) => {
  const { counted, peakMb } = await beatOver(t, (file) => {
    writeSync(file, "{");
    // A hole: it reads as zero bytes and takes no space.
    ftruncateSync(file, LENGTH);
  });
  assert.deepEqual(counted, [2, 1, 0]);
  assert.ok(peakMb < 400, `${peakMb} MB`);
});

test("many long lines cost no more memory than one", async (t) => {
  const long = Buffer.from(`{"text":"assistant usage ${"x".repeat(8 * MB)}"}\n`);
  const { counted, peakMb } = await beatOver(t, (file) => {
    for (let index = 0; index < (isLong ? 100 : 8); index++) writeSync(file, long);
  });
  assert.deepEqual(counted, [2, 0, 0]);
  assert.ok(peakMb < 400, `${peakMb} MB`);
});

const NESTED = 60 * MB;
for (const [what, value] of [
  ["opens brackets and closes none", (): string => "[".repeat(NESTED)],
  ["is a list of empty objects", (): string => `[${"{},".repeat(NESTED / 3)}1]}`],
] as const) {
  test(`a line of ${NESTED / MB} MB that ${what} takes no gigabyte`, {
    skip: isLong ? false : "it takes long: AGENT_USAGE_LONG_TESTS=1",
  }, async (t) => {
    const { peakMb } = await beatOver(t, (file) => {
      writeSync(file, `{"type":"assistant","message":{"usage":{}},"x":${value()}`);
    });
    assert.ok(peakMb < 400, `${peakMb} MB`);
  });
}
