// A day of the daemon on a fast clock: a beat every quarter hour, and outages of the collector that lose nothing. It
// simulates an hour, or a whole day with AGENT_USAGE_LONG_TESTS=1, which takes minutes.
import assert from "node:assert/strict";
import { appendFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { beatOffset } from "../../src/service/schedule.ts";
import { type Answer, snapshotIn, startCollector } from "../support/collector.ts";
import { temporaryFolder } from "../support/folder.ts";
import { DAEMON, startProgram } from "../support/program.ts";
import { fastClock, withoutFakeClock } from "../support/service/fake-clock.ts";
import { requestLine, writeTranscript } from "../support/transcript.ts";

const isLong = process.env["AGENT_USAGE_LONG_TESTS"] === "1";
/** How many times faster the daemon's clock is. */
const FACTOR = 240;
const BEATS = isLong ? 96 : 4;
/** The pushes, counted from 1, for which the collector is down, and how. */
const OUTAGES: readonly [from: number, to: number, Answer][] = isLong
  ? [
      [10, 17, { status: 503 }],
      [40, 43, { status: 302 }],
      [70, 81, "never"],
    ]
  : [
      [2, 2, { status: 503 }],
      [3, 3, { status: 302 }],
      [4, 4, "never"],
    ];
const MACHINE = "7c9e6679-7425-40de-944b-e07fc1f90ae7";

const outageAt = (push: number) => OUTAGES.find(([from, to]) => push >= from && push <= to)?.[2];

test(`${BEATS} beats, one every quarter hour, with three outages: nothing is lost`, {
  skip: withoutFakeClock,
}, async (t) => {
  const folder = await temporaryFolder(t);
  const transcript = join(folder, "transcripts", "a.jsonl");
  writeTranscript(transcript, [requestLine({ at: new Date().toISOString() })], new Date().toISOString());
  await writeFile(join(folder, "machine-id"), MACHINE);
  const collector = await startCollector(t, () => outageAt(collector.requests.length) ?? { status: 204 });
  const daemon = await startProgram(t, DAEMON, [], {
    timeoutMs: isLong ? 900_000 : 60_000,
    env: {
      ...fastClock(FACTOR),
      AGENT_USAGE_STATE_DIR: folder,
      AGENT_USAGE_TRANSCRIPTS: join(folder, "transcripts"),
      AGENT_USAGE_LIMITS: "off",
      AGENT_USAGE_BASE_URL: collector.origin,
      NODE_EXTRA_CA_CERTS: collector.caFile,
    },
  });
  const beats: { time: string; seq: number; push: string }[] = [];
  const skipped: string[] = [];
  assert.ok(daemon.child.stdout);
  for await (const text of createInterface(daemon.child.stdout)) {
    const entry = JSON.parse(text) as { msg: string; time: string; seq: number; push: string };
    if (/Skipped|another|slept/.test(entry.msg)) skipped.push(entry.msg);
    if (!entry.msg.startsWith("refresh done")) continue;
    beats.push(entry);
    // The agent is used between beats, by the daemon's own clock.
    if (beats.length <= BEATS) await appendFile(transcript, `${requestLine({ at: entry.time })}\n`);
    else break;
  }
  daemon.child.kill("SIGTERM");

  // After the first one, at the start, there is exactly one beat in each quarter hour.
  const quarters = beats.slice(1).map(({ time }) => {
    return Math.floor((Date.parse(time) / 1000 - beatOffset(MACHINE)) / 900);
  });
  const [first = 0] = quarters;
  assert.deepEqual(
    quarters,
    quarters.map((_, i) => first + i),
  );
  assert.deepEqual(
    beats.map(({ seq }) => seq),
    beats.map((_, i) => i + 1),
  );

  const failed = beats.filter(({ push }) => push !== "delivered").map(({ seq }) => seq);
  t.diagnostic(
    `${beats.length} beats, pushes that failed: ${failed.join(" ")}; ${skipped.join("; ") || "none skipped"}`,
  );
  // The last push had all usage, including that of the outages.
  const { usage, seq } = snapshotIn(collector.requests.at(-1));
  const requests = usage.days.flatMap(({ models }) => models).reduce((sum, model) => sum + model.requests, 0);
  assert.equal(requests, seq);
  const expected = beats.map(({ seq }) => seq).filter((push) => outageAt(push) !== undefined);
  assert.deepEqual(
    expected.filter((push) => !failed.includes(push)),
    [],
  );
});
