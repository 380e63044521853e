// Standard output that accepts nothing, or only a part: an error message and a failure as exit code.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { addDays, daysFrom } from "../../src/base/calendar.ts";
import type { State } from "../../src/state/law/state.ts";
import { smallDisk, withoutSmallDisk } from "../support/faults/small-disk.ts";
import { open, stateWith, TODAY, used } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { CLI } from "../support/program.ts";
import { putState } from "../support/state-disk.ts";

const COMMANDS = [
  ["status"],
  ["status", "--json"],
  ["report"],
  ["report", "--csv"],
  ["report", "--html", "-"],
  ["config"],
  ["completions", "bash"],
  ["beat"],
  ["beat", "--json"],
  ["--help"],
  ["--version"],
];

/** Runs a command with its standard output in a file or a device. */
async function runInto(t: TestContext, path: string, args: readonly string[]) {
  const descriptor = openSync(path, "w");
  const { status, stderr } = spawnSync(process.execPath, [CLI, ...args], {
    encoding: "utf8",
    stdio: ["ignore", descriptor, "pipe"],
    env: { PATH: process.env["PATH"], HOME: await temporaryFolder(t), AGENT_USAGE_LIMITS: "off" },
  });
  closeSync(descriptor);
  return { status, lines: stderr.split("\n").filter((line) => line !== "" && !line.startsWith("{")) };
}

for (const args of COMMANDS) {
  test(`${args.join(" ")} into a full device: exit 1`, {
    skip: existsSync("/dev/full") ? false : "there is no /dev/full",
  }, async (t) => {
    const { status, lines } = await runInto(t, "/dev/full", args);
    assert.equal(status, 1);
    assert.equal(lines.at(-1), "agent-usage: cannot write to standard output: the disk is full");
  });
}

test("output that a full disk accepts only in part: exit 1 and an error message", {
  skip: withoutSmallDisk,
}, async (t) => {
  const { dir } = await smallDisk(t, { kib: 4 });
  const path = join(dir, "..", "page.html");
  const { status, lines } = await runInto(t, path, ["report", "--html", "-"]);
  assert.ok(statSync(path).size > 0);
  assert.equal(status, 1);
  assert.equal(lines.at(-1), "agent-usage: cannot write to standard output: the disk is full");
});

test("output is not truncated like a log line, whatever the environment", async (t) => {
  const folder = await temporaryFolder(t);
  const models = Object.fromEntries(
    Array.from({ length: 250 }, (_, index) => [`${index}`.padEnd(128, "x"), used(1)["model-a"] ?? {}]),
  ) as State["days"][string]["models"];
  const days = daysFrom(addDays(TODAY, -3), TODAY).map((day) => [day, open(models)]);
  await putState(folder, stateWith({ days: Object.fromEntries(days) as State["days"] }));
  const path = join(folder, "report.json");
  const descriptor = openSync(path, "w");
  spawnSync(process.execPath, [CLI, "report", "--json", "--since", addDays(TODAY, -3)], {
    stdio: ["ignore", descriptor, "inherit"],
    env: {
      PATH: process.env["PATH"],
      HOME: await temporaryFolder(t),
      AGENT_USAGE_STATE_DIR: folder,
      AGENT_USAGE_SERVICE: "launchd",
    },
  });
  closeSync(descriptor);
  const { rows } = JSON.parse(await readFile(path, "utf8")) as { rows: unknown[] };
  assert.equal(rows.length, 1000);
});

test("output whose reader is gone is not a failure", async (t) => {
  const command = `"${process.execPath}" "${CLI}" --help; echo $? >&2`;
  const { stderr } = spawnSync("sh", ["-c", `{ ${command}; } | true`], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: await temporaryFolder(t) },
  });
  assert.equal(stderr, "0\n");
});
