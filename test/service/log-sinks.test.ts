// Where the log goes decides how its lines look: the journal, launchd's file, a terminal, anything else.
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

/** What lies in a file that a child's standard output was led to; `env` may depend on the open file. */
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

/** The variable by which journald says that this very file is its stream. */
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
  test(`to the journal a line at level ${level} has the priority ${priority}`, async (t) => {
    const { text } = await loggedToFile(t, [level], journalOf);
    assert.match(text, new RegExp(`^<${priority}>\\{"level":"${level}"[^\\n]*\\n$`));
  });
}

test("every line to the journal has its own priority", async (t) => {
  const { text } = await loggedToFile(t, ["warn", "5"], journalOf);
  assert.equal(text.match(/^<4>\{/gm)?.length, 5);
});

test("a file that is not the journal's stream gets plain JSON, though the variable is there", async (t) => {
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

test("under launchd the log never passes 2 MB, also after many lines, and the newest line is in it", async (t) => {
  const { text, bytes } = await loggedToFile(t, ["info", "6000", "1000"], LAUNCHD);
  assert.equal(MAX_LOG_BYTES, 2 * 1024 * 1024);
  assert.ok(bytes > 0 && bytes <= MAX_LOG_BYTES, `${bytes} bytes`);
  assert.equal(JSON.parse(text.trimEnd().split("\n").at(-1) ?? "").line, 5999);
});

test("under launchd every line of the log is whole after it began anew", async (t) => {
  const { text } = await loggedToFile(t, ["info", "5000", "1000"], LAUNCHD);
  for (const line of text.trimEnd().split("\n")) JSON.parse(line);
});

test("under launchd a log that was over the bound already begins anew", async (t) => {
  const { bytes } = await loggedToFile(t, ["info"], LAUNCHD, { before: "x".repeat(3 * 1024 * 1024) });
  assert.ok(bytes < 1000, `${bytes} bytes`);
});

test("under launchd a log below the bound is gone on with", async (t) => {
  const { text } = await loggedToFile(t, ["info"], LAUNCHD, { before: "the last run's line\n" });
  assert.match(text, /^the last run's line\n\{/);
});

test("under launchd a line over the bound is cut", async (t) => {
  const { bytes } = await loggedToFile(t, ["info", "1", "3000000"], LAUNCHD);
  assert.ok(bytes > 0 && bytes <= 200_000, `${bytes} bytes`);
});

test("under launchd what is wrong with the settings does not bring the log over the bound", async (t) => {
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
  assert.match(text, /"unknown 59999" \(settings file\) is unknown\n$/);
});

test("a file elsewhere is its owner's: it is not cut", async (t) => {
  const { bytes } = await loggedToFile(t, ["info", "3000", "1000"]);
  assert.ok(bytes > MAX_LOG_BYTES);
});

test("under launchd a pipe gets its lines too", () => {
  const { stdout } = spawnSync(process.execPath, [...ARGV, "info"], {
    encoding: "utf8",
    env: { ...process.env, ...LAUNCHD },
  });
  assert.equal(JSON.parse(stdout).msg, "a line");
});

test("a reader that stalls holds nothing up: what it cannot take in order is lost, and how much that was is said", async (t) => {
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
  // All 3000 lines were logged while nobody read one.
  await once(child.stderr ?? assert.fail(), "data");
  const reader = new Socket({ fd: near, readable: true, writable: false });
  const text = Buffer.concat(await reader.toArray()).toString();
  const entries = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { line?: number; lost?: number });
  const told = entries.flatMap(({ line }) => (line === undefined ? [] : [line]));
  const lost = entries.flatMap((entry) => (entry.lost === undefined ? [] : [entry.lost]));
  assert.deepEqual(
    told.slice(0, -1),
    Array.from({ length: told.length - 1 }, (_, line) => line),
  );
  assert.deepEqual([told.at(-1), lost], [3000, [3001 - told.length]]);
  assert.ok(told.length > 500 && told.length < 2000, `${told.length} lines`);
});

const hasScript = process.platform === "linux" && spawnSync("script", ["--version"]).status === 0;
const skip = hasScript ? false : "util-linux's `script`, which gives a terminal, is not here";

/** What a terminal shows. */
function shown(env: Env): string {
  const command = [process.execPath, ...ARGV, "warn"].map((word) => `'${word}'`).join(" ");
  const { stdout } = spawnSync("script", ["--quiet", "--return", "--command", command, "/dev/null"], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], TERM: "xterm", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return stdout;
}

test("a terminal shows lines for people: the time, the level, the sentence", { skip }, () => {
  const text = shown({ NO_COLOR: "1" });
  assert.match(text, /\d\d:\d\d:\d\d/);
  assert.match(text, /WARN.*a line/);
  assert.doesNotMatch(text, /[{}]/);
});

test("a terminal shows colour, unless NO_COLOR is set", { skip }, () => {
  const introducer = String.fromCharCode(27);
  assert.ok(shown({}).includes(`${introducer}[`));
  assert.ok(!shown({ NO_COLOR: "1" }).includes(`${introducer}[`));
});
