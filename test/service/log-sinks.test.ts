// The format of the log's lines depends on where it goes: the journal, launchd's file, a terminal, or anything else.
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { Socket } from "node:net";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { MAX_LOG_BYTES } from "../../src/base/log/output.ts";
import { temporaryFolder } from "../support/folder.ts";
import { DAEMON } from "../support/program.ts";

const PROGRAM = fileURLToPath(new URL("../support/service/log-program.ts", import.meta.url));
const ARGV = ["--import", import.meta.resolve("tsx"), PROGRAM];

type Env = Record<string, string>;

/** What a child writes to its standard output, which is a file; `env` may depend on the open file. */
async function loggedToFile(
  t: TestContext,
  args: readonly string[],
  env: Env | ((descriptor: number) => Env) = {},
  { before = "", flags = "a" }: { before?: string; flags?: string } = {},
) {
  const path = join(await temporaryFolder(t), "log");
  writeFileSync(path, before);
  const descriptor = openSync(path, flags);
  const extra = typeof env === "function" ? env(descriptor) : env;
  const { status, stderr } = spawnSync(process.execPath, [...ARGV, ...args], {
    env: { PATH: process.env["PATH"], ...extra },
    stdio: ["ignore", descriptor, "pipe"],
    encoding: "utf8",
  });
  closeSync(descriptor);
  assert.equal(status, 0, stderr);
  return { text: readFileSync(path, "utf8"), bytes: statSync(path).size };
}

/** The variable by which journald identifies its stream; here it names this file. */
const journalOf = (descriptor: number): Env => {
  const { dev, ino } = fstatSync(descriptor);
  return { JOURNAL_STREAM: `${dev}:${ino}` };
};

for (const [level, priority] of [
  ["fatal", 2],
  ["error", 3],
  ["warn", 4],
  ["info", 6],
  ["debug", 7],
  ["trace", 7],
] as const) {
  test(`in the journal, a line at level ${level} has the priority ${priority}`, async (t) => {
    const { text } = await loggedToFile(t, [level], journalOf);
    const label = level === "info" ? "" : `${level.toUpperCase()}: `;
    assert.equal(text, `<${priority}>${label}a line\n`);
  });
}

test("in the journal, every line has its own priority", async (t) => {
  const { text } = await loggedToFile(t, ["warn", "5"], journalOf);
  assert.equal(text.match(/^<4>WARN: /gm)?.length, 5);
});

test("in the journal, lines are JSON if the setting says so, each with its priority", async (t) => {
  const { text } = await loggedToFile(t, ["warn"], (descriptor) => ({
    ...journalOf(descriptor),
    FORMAT: "json",
  }));
  assert.match(text, /^<4>\{"level":"warn"[^\n]*\n$/);
});

test("a file that is not a log of a service gets text with date and time if the setting says so", async (t) => {
  const { text } = await loggedToFile(t, ["error"], { FORMAT: "text" });
  assert.match(text, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d ERROR: a line\n$/);
});

test("a file that is not the journal's stream gets plain JSON, even if the variable is set", async (t) => {
  const { text } = await loggedToFile(t, ["info"], { JOURNAL_STREAM: "1:2" });
  assert.equal(JSON.parse(text).msg, "a line");
});

test("a pipe gets plain JSON lines with an ISO time", () => {
  const { stdout } = spawnSync(process.execPath, [...ARGV, "warn", "2"], { encoding: "utf8" });
  for (const text of stdout.trimEnd().split("\n")) {
    const { level, time } = JSON.parse(text) as { level: string; time: string };
    assert.deepEqual([level, new Date(time).toISOString()], ["warn", time]);
  }
});

const LAUNCHD = { AGENT_USAGE_SERVICE: "launchd" };
/** With every field of each line. */
const LAUNCHD_JSON = { ...LAUNCHD, FORMAT: "json" };

test("under launchd a line has its date and time, its level unless that is info, and its message", async (t) => {
  const { text } = await loggedToFile(t, ["warn"], LAUNCHD);
  assert.match(text, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d WARN: a line\n$/);
  assert.match((await loggedToFile(t, ["info"], LAUNCHD)).text, /:\d\d a line\n$/);
});

test("under launchd the log stays below 2 MB after many lines, and has the newest line", async (t) => {
  const { text, bytes } = await loggedToFile(t, ["info", "6000", "1000"], LAUNCHD_JSON);
  assert.equal(MAX_LOG_BYTES, 2 * 1024 * 1024);
  assert.ok(bytes > 0 && bytes <= MAX_LOG_BYTES, `${bytes} bytes`);
  assert.equal(JSON.parse(text.trimEnd().split("\n").at(-1) ?? "").line, 5999);
});

test("under launchd every line is complete after the log started over", async (t) => {
  const { text } = await loggedToFile(t, ["info", "5000", "1000"], LAUNCHD_JSON);
  for (const line of text.trimEnd().split("\n")) JSON.parse(line);
});

test("under launchd a log that is over 2 MB at the start starts over", async (t) => {
  const { bytes } = await loggedToFile(t, ["info"], LAUNCHD_JSON, { before: "x".repeat(3 * 1024 * 1024) });
  assert.ok(bytes < 1000, `${bytes} bytes`);
});

test("under launchd a log below 2 MB is continued", async (t) => {
  const { text } = await loggedToFile(t, ["info"], LAUNCHD_JSON, { before: "the last run's line\n" });
  assert.match(text, /^the last run's line\n\{/);
});

test("under launchd a line over 2 MB is cut", async (t) => {
  const { bytes } = await loggedToFile(t, ["info", "1", "3000000"], LAUNCHD_JSON);
  assert.ok(bytes > 0 && bytes <= 200_000, `${bytes} bytes`);
});

test("under launchd a long list of wrong settings does not make the log larger than 2 MB", async (t) => {
  const home = await temporaryFolder(t);
  mkdirSync(join(home, ".config", "agent-usage"), { recursive: true });
  const keys = Array.from({ length: 60_000 }, (_, key) => [`unknown ${key}`, 1]);
  writeFileSync(
    join(home, ".config", "agent-usage", "config.json"),
    JSON.stringify(Object.fromEntries(keys)),
  );
  const descriptor = openSync(join(home, "log"), "a");
  const { status } = spawnSync(process.execPath, [DAEMON], {
    env: { PATH: process.env["PATH"], HOME: home, ...LAUNCHD },
    stdio: ["ignore", descriptor, descriptor],
  });
  closeSync(descriptor);
  assert.equal(status, 0);
  const text = readFileSync(join(home, "log"), "utf8");
  assert.ok(text.length <= MAX_LOG_BYTES, `${text.length} bytes`);
  assert.match(text, /"unknown 59999" \(settings file\) is not a setting\n$/);
});

test("without launchd, a log in a file is not cut", async (t) => {
  const { bytes } = await loggedToFile(t, ["info", "3000", "1000"]);
  assert.ok(bytes > MAX_LOG_BYTES);
});

test("under launchd a pipe gets the lines too", () => {
  const { stdout } = spawnSync(process.execPath, [...ARGV, "info"], {
    encoding: "utf8",
    env: { ...process.env, ...LAUNCHD },
  });
  assert.equal(JSON.parse(stdout).msg, "a line");
});

test("a stalled reader blocks nothing: the lines it cannot take are dropped, and their number is logged", async (t) => {
  const path = join(await temporaryFolder(t), "pipe");
  execFileSync("mkfifo", [path]);
  const near = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const far = openSync(path, constants.O_WRONLY);
  const child = spawn(process.execPath, [...ARGV, "info", "3000", "1000", "last"], {
    stdio: ["ignore", far, "pipe"],
    timeout: 30_000,
    killSignal: "SIGKILL",
  });
  t.after(() => child.kill("SIGKILL"));
  closeSync(far);
  // All 3000 lines are logged before the first one is read.
  await once(child.stderr ?? assert.fail(), "data");
  const reader = new Socket({ fd: near, readable: true, writable: false });
  const text = Buffer.concat(await reader.toArray()).toString();
  const entries = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { line?: number; lost?: number });
  const numbers = entries.flatMap(({ line }) => (line === undefined ? [] : [line]));
  const lost = entries.flatMap((entry) => (entry.lost === undefined ? [] : [entry.lost]));
  assert.deepEqual(
    numbers.slice(0, -1),
    Array.from({ length: numbers.length - 1 }, (_, line) => line),
  );
  assert.deepEqual([numbers.at(-1), lost], [3000, [3001 - numbers.length]]);
  assert.ok(numbers.length > 500 && numbers.length < 2000, `${numbers.length} lines`);
});

const hasScript = process.platform === "linux" && spawnSync("script", ["--version"]).status === 0;
const skip = hasScript ? false : "`script` (util-linux), which provides a terminal, is not installed";

/** What is shown on a terminal. */
function shown(env: Env): string {
  const command = [process.execPath, ...ARGV, "warn"].map((word) => `'${word}'`).join(" ");
  const { stdout } = spawnSync("script", ["--quiet", "--return", "--command", command, "/dev/null"], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], TERM: "xterm", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return stdout;
}

test("a terminal shows lines for people: time, level, message", { skip }, () => {
  const text = shown({ NO_COLOR: "1" });
  assert.match(text, /\d\d:\d\d:\d\d/);
  assert.match(text, /WARN.*a line/);
  assert.doesNotMatch(text, /[{}]/);
});

test("a terminal shows color, unless NO_COLOR is set", { skip }, () => {
  const introducer = String.fromCharCode(27);
  assert.ok(shown({}).includes(`${introducer}[`));
  assert.ok(!shown({ NO_COLOR: "1" }).includes(`${introducer}[`));
});
