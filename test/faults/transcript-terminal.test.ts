// Names from transcripts with characters that control a terminal, break a line or reverse text: what of them reaches a
// terminal, the log, the state and the snapshot.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { snapshotSchema } from "../../src/contract/index.ts";
import type { State } from "../../src/state/law/state.ts";
import { snapshotIn } from "../support/collector.ts";
import { CLI, DAEMON } from "../support/program.ts";
import { secretsHome, TRANSCRIPT } from "../support/secrets-home.ts";
import { requestLine } from "../support/transcript.ts";

/** The C0 controls, DEL and the C1 controls: they move a terminal's cursor, color it or make it answer. */
const CONTROLS = Array.from({ length: 0xa0 }, (_, code) => String.fromCharCode(code)).filter((text) =>
  /\p{Cc}/u.test(text),
);
/** Not terminal controls, but they reverse text, are invisible, or end a line for some readers. */
const FORMATS = [
  "\u202a",
  "\u202e",
  "\u2066",
  "\u2069",
  "\u200b",
  "\u200d",
  "\u200e",
  "\ufeff",
  "\u2028",
  "\u2029",
  "\u00ad",
];
const HOSTILE = [
  ...CONTROLS.map((text) => `a${text}b`),
  ...FORMATS.map((text) => `f${text}g`),
  "\u001b[2J\u001b]0;owned\u0007\u001b[6n",
  "\u009b31m\u009d0;owned\u009c",
  "two\r\nlines",
  '"},{"level":"fatal","msg":"forged"}\n',
  "\ud800",
];

const now = new Date().toISOString();
const lines = (names: readonly string[]) =>
  names.map((model) => `${requestLine({ at: now, model, version: model })}\n`).join("");

/** Traces of the hostile names; no output may match. */
const TRACES = /[\p{Cf}\p{Zl}\p{Zp}\u007f-\u009f\uFFFD]|owned|forged|\\u00/u;

test("no character of a model name reaches the output or the log of `beat`", async (t) => {
  const world = await secretsHome(t);
  await world.put(TRANSCRIPT, lines(HOSTILE));
  const { ended } = await world.run(CLI, ["beat", "--json"]);
  assert.equal(ended.code, 0);
  for (const text of [ended.stdout, ended.stderr]) {
    assert.doesNotMatch(text, TRACES);
    assert.doesNotMatch(text.replaceAll("\n", ""), /\p{Cc}/u);
  }
});

test("no model in the state and the snapshot has a control character, and each stays on one line", async (t) => {
  const world = await secretsHome(t);
  await world.put(TRANSCRIPT, lines(HOSTILE));
  assert.equal((await world.run(CLI, ["beat"])).ended.code, 0);
  const text = await readFile(join(world.stateDir, "state.json"), "utf8");
  assert.doesNotMatch(text.trimEnd(), /\p{Cc}/u);
  const { days } = JSON.parse(text) as State;
  const models = Object.values(days).flatMap((day) => Object.entries(day.models));
  assert.ok(models.length > FORMATS.length);
  for (const [model] of models) assert.doesNotMatch(model, /\p{Cc}/u);
  const requests = models.reduce((sum, [, counts]) => sum + counts.requests, 0);
  assert.equal(requests, HOSTILE.length);
  const body = world.collector.requests[0]?.body ?? "";
  assert.doesNotMatch(body, /\p{Cc}/u);
  assert.ok(snapshotSchema.safeParse(snapshotIn(world.collector.requests[0])).success);
  // The next beat reads the state again and finds it intact.
  const { ended } = await world.run(CLI, ["beat"]);
  assert.doesNotMatch(ended.stderr, /"level":"(?:error|warn)"/);
});

const hasScript = process.platform === "linux" && spawnSync("script", ["--version"]).status === 0;

test("in a terminal, the daemon's log shows no character of a name from a transcript", {
  skip: hasScript ? false : "`script` from util-linux, which provides a terminal, is not installed",
}, async (t) => {
  const world = await secretsHome(t);
  await world.put(TRANSCRIPT, lines(HOSTILE));
  await world.put(".agent/projects/\u001b[31m\u202e/\u009b.jsonl", lines(HOSTILE));
  const command = `exec '${process.execPath}' '${DAEMON}'`;
  const script = spawn("script", ["--quiet", "--return", "--command", command, "/dev/null"], {
    env: {
      PATH: process.env["PATH"],
      SHELL: "/bin/sh",
      NO_COLOR: "1",
      ...world.env,
      AGENT_USAGE_LABEL: "desk",
    },
    stdio: ["pipe", "pipe", "inherit"],
  });
  t.after(() => script.kill("SIGKILL"));
  let shown = "";
  let isStopped = false;
  for await (const chunk of script.stdout) {
    shown += String(chunk);
    if (isStopped || !shown.includes("To stop: Ctrl-C")) continue;
    isStopped = true;
    script.stdin.write("\u0003");
  }
  assert.match(shown, /\d\d:\d\d:\d\d refresh done: \d+ requests/);
  // Remove what the terminal adds: line ends and the echo of Ctrl-C.
  const text = shown.replace(/\r?\n|\^C/g, "");
  assert.doesNotMatch(text, /\p{Cc}/u);
  // The status after the first refresh names the most used model, with U+FFFD for each such character.
  const status = /agent-usage {2}refreshed .*?To see this again/u.exec(text)?.[0] ?? "";
  assert.match(status, /mostly/u);
  assert.doesNotMatch(status, /[\p{Cf}\p{Zl}\p{Zp}]|owned|forged|\\u00/u);
  assert.doesNotMatch(text.replace(status, ""), TRACES);
});
