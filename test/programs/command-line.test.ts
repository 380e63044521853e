// The command line: what it accepts and prints (rules CLI-1, CLI-4).
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { emptyState } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { assertNoLeaks } from "../support/no-leaks.ts";
import { CLI, runProgram } from "../support/program.ts";
import { namesIn } from "../support/state-disk.ts";

const packageJson = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
const { version } = JSON.parse(packageJson) as { version: string };

for (const [args, options] of [
  [["help"], ["--help"]],
  [["help", "help"], ["--help"]],
  [
    ["help", "report"],
    ["report", "--help"],
  ],
  [["version"], ["--version"]],
] as const) {
  test(`agent-usage ${args.join(" ")} prints the same as agent-usage ${options.join(" ")}`, async (t) => {
    const [word, option] = [await runProgram(t, CLI, args), await runProgram(t, CLI, options)];
    assert.deepEqual([word.code, word.stderr, word.stdout], [0, "", option.stdout]);
  });
}

test("a value that starts with - is accepted after =", async (t) => {
  const { code, home } = await runProgram(t, CLI, ["report", "--html=--page"]);
  assert.deepEqual([code, await namesIn(home)], [0, ["--page"]]);
});

test("a single - means standard output", async (t) => {
  const { code, stdout } = await runProgram(t, CLI, ["report", "--html", "-"]);
  assert.equal(code, 0);
  assert.match(stdout, /^<!doctype html>/);
});

test("snapshot accepts --json: JSON is the default", async (t) => {
  const { code, stderr } = await runProgram(t, CLI, ["snapshot", "--json"]);
  assert.equal(code, 1);
  assert.match(stderr, /^agent-usage: no refresh has run yet/);
});

for (const args of [["--help"], ["-h"]]) {
  test(`agent-usage ${args.join(" ")}: exit 0 and the commands on standard output`, async (t) => {
    const ended = await runProgram(t, CLI, args);
    assert.deepEqual([ended.code, ended.stderr], [0, ""]);
    assert.match(
      ended.stdout,
      /^Records the tokens that your coding agent uses[\s\S]*?\n\nUsage: agent-usage /,
    );
    for (const command of ["run", "beat"]) assert.match(ended.stdout, new RegExp(`^\\s+${command}\\b`, "m"));
    assertNoLeaks(ended);
  });
}

for (const [args, same] of [
  [[], ["status"]],
  [["--json"], ["status", "--json"]],
] as const) {
  test(`agent-usage ${args.join(" ")} without a command is agent-usage ${same.join(" ")}`, async (t) => {
    const stateDir = await temporaryFolder(t);
    const env = { AGENT_USAGE_STATE_DIR: stateDir };
    const [bare, named] = [await runProgram(t, CLI, args, { env }), await runProgram(t, CLI, same, { env })];
    const timeless = (text: string) => text.replace(/"at":"[^"]+"/, "");
    const shown = ({ stdout, stderr }: typeof bare) => [timeless(stdout), stderr];
    assert.deepEqual([bare.code, ...shown(bare)], [0, ...shown(named)]);
  });
}

test("agent-usage --version: exit 0 and the package's version on standard output", async (t) => {
  const { code, stdout, stderr } = await runProgram(t, CLI, ["--version"]);
  assert.deepEqual([code, stdout, stderr], [0, `${version}\n`, ""]);
});

test("beat prints its result on standard output and its log on standard error", async (t) => {
  const { stdout, stderr } = await runProgram(t, CLI, ["beat"]);
  assert.match(stdout, /^Refresh 1 done: [^\n]+\n$/);
  const lines = stderr.trimEnd().split("\n");
  const entries = lines.map((text) => JSON.parse(text) as { level: string; msg: string });
  const figures = entries
    .filter(({ level }) => level === "info")
    .map(({ msg }) => msg.includes("refresh done"));
  assert.deepEqual(figures, [true]);
});

test("beat --json prints one JSON object: the beat's result", async (t) => {
  const { stdout, code } = await runProgram(t, CLI, ["beat", "--json"]);
  assert.equal(code, 0);
  assert.match(stdout, /^\{[^\n]*\}\n$/);
  const { schemaVersion: _, ...result } = JSON.parse(stdout) as Record<string, unknown>;
  assert.deepEqual(result, {
    status: "done",
    seq: 1,
    limits: { status: "unavailable", detail: "no_credentials", fetchedAt: null, items: [] },
    readErrors: 0,
    frozen: 0,
    push: "off",
  });
});

test("beat --json also prints one JSON object if the state is unusable", async (t) => {
  const stateDir = await temporaryFolder(t);
  await writeFile(join(stateDir, "state.json"), JSON.stringify({ ...emptyState(), schemaVersion: 2 }));
  const { stdout, code } = await runProgram(t, CLI, ["beat", "--json"], {
    env: { AGENT_USAGE_STATE_DIR: stateDir },
  });
  assert.equal(code, 4);
  const { status, reason } = JSON.parse(stdout) as Record<string, unknown>;
  assert.deepEqual([status, reason], ["state_unusable", "newer"]);
});

test("at log level silent a beat logs nothing", async (t) => {
  const { stderr } = await runProgram(t, CLI, ["beat"], { env: { AGENT_USAGE_LOG_LEVEL: "silent" } });
  assert.equal(stderr, "");
});

test("a misspelled variable gets a warning", async (t) => {
  const { stderr, code } = await runProgram(t, CLI, ["beat"], {
    env: { AGENT_USAGE_BASEURL: "planted", AGENT_USAGE_SOMETHING_ELSE: "planted" },
  });
  assert.equal(code, 0);
  const lines = stderr.trimEnd().split("\n");
  const warned = lines.map((text) => JSON.parse(text) as { level: string; msg: string });
  assert.deepEqual(
    warned.filter(({ level, msg }) => level === "warn" && msg.startsWith("AGENT_")).map(({ msg }) => msg),
    ["AGENT_USAGE_BASEURL is not a setting: did you mean AGENT_USAGE_BASE_URL?"],
  );
  assert.ok(!stderr.includes("planted"));
});

test("a wrong setting is named with its source, and its value is not printed", async (t) => {
  const { stderr, stdout } = await runProgram(t, CLI, ["beat"], {
    env: { AGENT_USAGE_BASE_URL: "http://collector.example" },
  });
  assert.equal(stdout, "");
  assert.match(stderr, /^agent-usage: AGENT_USAGE_BASE_URL \(environment\) [^\n]+\n$/);
  assert.ok(!stderr.includes("collector.example"));
});

test("every wrong setting is named, not only the first", async (t) => {
  const configHome = await temporaryFolder(t);
  await mkdir(join(configHome, "agent-usage"));
  const text = '{"label":"","stateDir":"relative","unheard-of":1}';
  await writeFile(join(configHome, "agent-usage", "config.json"), text);
  const { stderr, code } = await runProgram(t, CLI, ["beat"], { env: { XDG_CONFIG_HOME: configHome } });
  assert.equal(code, 1);
  for (const name of ["label", "stateDir", "unheard-of"])
    assert.match(stderr, new RegExp(`${name}.*settings file`));
});

test("another program's state is refused with the name of the setting", async (t) => {
  const stateDir = await temporaryFolder(t);
  await writeFile(join(stateDir, "state.json"), JSON.stringify({ ...emptyState(), program: "another" }));
  const { stdout, stderr } = await runProgram(t, CLI, ["beat"], { env: { AGENT_USAGE_STATE_DIR: stateDir } });
  assert.match(`${stdout}${stderr}`, /AGENT_USAGE_STATE_DIR/);
});

test("a command's help lists its options and examples", async (t) => {
  const ended = await runProgram(t, CLI, ["beat", "--help"]);
  assert.deepEqual([ended.code, ended.stderr], [0, ""]);
  assert.match(ended.stdout, /^Usage: agent-usage beat \[options\]$/m);
  assert.match(ended.stdout, /^ +--json +\S/m);
  assert.match(ended.stdout, /^Examples:\n {2}agent-usage beat$/m);
});
