// The memory that one line may use: the service has one gigabyte (MemoryMax in the systemd unit).
import assert from "node:assert/strict";
import { closeSync, ftruncateSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { temporaryFolder } from "../support/folder.ts";
import { CLI, runProgram } from "../support/program.ts";
import { requestLine } from "../support/transcript.ts";

const isLong = process.env["AGENT_USAGE_LONG_TESTS"] === "1";
const MB = 1024 * 1024;

const PRINTS_PEAK_MEMORY = `data:text/javascript,${encodeURIComponent(`
  process.on("exit", () => process.stderr.write("peak=" + process.resourceUsage().maxRSS + "\\n"));
`)}`;

/** Runs a beat over one transcript that `write` fills between two lines that count. */
async function beatOver(t: TestContext, write: (file: number) => void) {
  const root = await temporaryFolder(t);
  mkdirSync(join(root, "p"));
  const file = openSync(join(root, "p", "a.jsonl"), "a");
  const counted = `${requestLine({ at: new Date().toISOString() })}\n`;
  writeSync(file, counted);
  write(file);
  writeSync(file, `\n${counted.replaceAll("_", "_2")}`);
  closeSync(file);
  const { code, stderr } = await runProgram(t, CLI, ["beat"], {
    execArgv: ["--import", PRINTS_PEAK_MEMORY],
    env: {
      AGENT_USAGE_TRANSCRIPTS: root,
      AGENT_USAGE_LIMITS: "off",
      AGENT_USAGE_STATE_DIR: join(root, "state"),
    },
    timeoutMs: 300_000,
  });
  assert.equal(code, 0, stderr);
  const [, peak] = /^peak=(\d+)$/m.exec(stderr) ?? [];
  const figures = stderr.split("\n").find((text) => text.includes("refresh done")) ?? "{}";
  const { requests, skippedLines, readErrors } = JSON.parse(figures) as Record<string, number>;
  const peakMb = Math.round(Number(peak) / 1024);
  t.diagnostic(`${peakMb} MB at most`);
  return { counted: [requests, skippedLines, readErrors], peakMb };
}

const LENGTH = isLong ? 2048 * MB : 70 * MB;
test(`a line of ${LENGTH / MB} MB is skipped in bounded memory`, async (t) => {
  const { counted, peakMb } = await beatOver(t, (file) => {
    writeSync(file, "{");
    // A sparse file: it reads as zero bytes and takes no space.
    ftruncateSync(file, LENGTH);
  });
  assert.deepEqual(counted, [2, 1, 0]);
  assert.ok(peakMb < 400, `${peakMb} MB`);
});

test("many long lines use no more memory than one", async (t) => {
  const long = Buffer.from(`{"text":"assistant usage ${"x".repeat(8 * MB)}"}\n`);
  const { counted, peakMb } = await beatOver(t, (file) => {
    for (let index = 0; index < (isLong ? 100 : 8); index++) writeSync(file, long);
  });
  assert.deepEqual(counted, [2, 0, 0]);
  assert.ok(peakMb < 400, `${peakMb} MB`);
});

const NESTED = 60 * MB;
for (const [what, value] of [
  ["opens brackets and never closes them", (): string => "[".repeat(NESTED)],
  ["is a list of empty objects", (): string => `[${"{},".repeat(NESTED / 3)}1]}`],
] as const) {
  test(`a line of ${NESTED / MB} MB that ${what} is read in bounded memory`, {
    skip: isLong ? false : "AGENT_USAGE_LONG_TESTS is not set",
  }, async (t) => {
    const { peakMb } = await beatOver(t, (file) => {
      writeSync(file, `{"type":"assistant","message":{"usage":{}},"x":${value()}`);
    });
    assert.ok(peakMb < 400, `${peakMb} MB`);
  });
}

for (const [name, letter] of [
  ["plain", "x"],
  ["escaped", "\\u0078"],
] as const) {
  test(`ids of many megabytes that are ${name} do not stay in memory`, async (t) => {
    const count = isLong ? 12 : 6;
    const text = letter.repeat((isLong ? 48 : 24) * (MB / letter.length));
    const { counted, peakMb } = await beatOver(t, (file) => {
      for (let index = 0; index < count; index++) {
        const line = requestLine({ id: `HERE${index}`, at: new Date().toISOString() });
        writeSync(file, `\n${line.replace("HERE", () => text)}`);
      }
    });
    assert.deepEqual(counted, [2 + count, 0, 0]);
    assert.ok(peakMb < (isLong ? 600 : 400), `${peakMb} MB`);
  });
}

test("many model names fill neither the memory nor the state", async (t) => {
  const count = isLong ? 300_000 : 60_000;
  const { counted, peakMb } = await beatOver(t, (file) => {
    const name = "m".repeat(120);
    for (let index = 0; index < count; index++) {
      const model = `${name}${index}`;
      writeSync(file, `\n${requestLine({ id: `m${index}`, model, at: new Date().toISOString() })}`);
    }
  });
  assert.deepEqual(counted, [2 + count, 0, 0]);
  assert.ok(peakMb < (isLong ? 400 : 220), `${peakMb} MB`);
});
