// `agent-usage config`: each setting with its value and its source.
import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { VARIABLES } from "../../src/settings/config.ts";
import { temporaryFolder } from "../support/folder.ts";
import { CLI, runProgram } from "../support/program.ts";

async function withFile(t: TestContext, values: object): Promise<Record<string, string>> {
  const configHome = await temporaryFolder(t);
  await mkdir(join(configHome, "agent-usage"));
  await writeFile(join(configHome, "agent-usage", "config.json"), JSON.stringify(values));
  return { XDG_CONFIG_HOME: configHome };
}

interface Printed {
  schemaVersion: number;
  settingsFile: string;
  settings: { setting: string; value: unknown; origin: string; variable?: string }[];
}

async function config(t: TestContext, env: Record<string, string> = {}) {
  const { stdout, stderr, code, home } = await runProgram(t, CLI, ["config", "--json"], { env });
  assert.deepEqual([code, stderr], [0, ""]);
  const printed = JSON.parse(stdout) as Printed;
  return { ...printed, home, of: (name: string) => printed.settings.find(({ setting }) => setting === name) };
}

test("every setting is listed, with its default if it is not set", async (t) => {
  const { settings, of, home, schemaVersion, settingsFile } = await config(t);
  const names = [...Object.keys(VARIABLES), "limits"];
  assert.deepEqual(
    settings.map(({ setting }) => setting),
    names,
  );
  assert.ok(settings.every(({ origin }) => origin === "default"));
  assert.deepEqual(of("baseUrl"), { setting: "baseUrl", value: null, origin: "default" });
  assert.equal(of("credentialsPath")?.value, join(home, ".agent/.credentials.json"));
  assert.equal(of("logLevel")?.value, "info");
  assert.deepEqual([schemaVersion, settingsFile], [1, join(home, ".config/agent-usage/config.json")]);
});

test("the environment takes precedence over the settings file, and each source is named", async (t) => {
  const env = await withFile(t, { label: "from the file", account: "mine" });
  const { of } = await config(t, { ...env, AGENT_USAGE_LABEL: "from the shell" });
  assert.deepEqual(of("label"), {
    setting: "label",
    value: "from the shell",
    origin: "environment",
    variable: "AGENT_USAGE_LABEL",
  });
  assert.deepEqual(of("account"), { setting: "account", value: "mine", origin: "file" });
});

test("of an alert command only the program is printed: an argument may hold a token", async (t) => {
  const command = ["curl", "-H", "Authorization: Bearer the-token"];
  const env = { AGENT_USAGE_ALERT_COMMAND: JSON.stringify(command) };
  assert.equal((await config(t, env)).of("alertCommand")?.value, "curl (2 arguments not shown)");
  const { stdout } = await runProgram(t, CLI, ["config"], { env });
  assert.doesNotMatch(stdout, /the-token/);
});

test("a list stays a list, and ~ becomes the home folder", async (t) => {
  const { of, home } = await config(t, { AGENT_USAGE_TRANSCRIPTS: "~/a:/b" });
  assert.deepEqual(of("transcriptRoots")?.value, [join(home, "a"), "/b"]);
});

test("limits switched off by the environment are listed", async (t) => {
  const { of } = await config(t, { AGENT_USAGE_LIMITS: " OFF " });
  assert.deepEqual([of("limits")?.value, of("limits")?.variable], ["off", "AGENT_USAGE_LIMITS"]);
});

test("only the path of the push token file is printed", async (t) => {
  const pushTokenFile = join(await temporaryFolder(t), "token");
  await writeFile(pushTokenFile, "planted-token");
  const { stdout, code } = await runProgram(t, CLI, ["config"], {
    env: { AGENT_USAGE_PUSH_TOKEN_FILE: pushTokenFile },
  });
  assert.equal(code, 0);
  assert.ok(stdout.includes(`${pushTokenFile}  (AGENT_USAGE_PUSH_TOKEN_FILE)`));
  assert.ok(!stdout.includes("planted"));
});

test("without --json: one line per setting with its source", async (t) => {
  const { stdout } = await runProgram(t, CLI, ["config"], { env: await withFile(t, { label: "desk" }) });
  assert.match(stdout, /^label +desk {2}\(settings file\)$/m);
  assert.match(stdout, /^baseUrl +- {2}\(default\)$/m);
});

test("wrong settings: exit 1, each problem, and no value", async (t) => {
  const env = { ...(await withFile(t, { label: 7 })), AGENT_USAGE_BASE_URL: "http://planted.example" };
  const { stdout, stderr, code } = await runProgram(t, CLI, ["config"], { env });
  assert.deepEqual([code, stdout], [1, ""]);
  assert.match(stderr, /^agent-usage: AGENT_USAGE_BASE_URL \(environment\) [^\n]+\n/);
  assert.match(stderr, /^agent-usage: label \(settings file\) [^\n]+\n/m);
  assert.match(stderr, /\nSettings file: \/[^\n]+\/config\.json\n$/);
  assert.ok(!stderr.includes("planted"));
});

test("wrong settings with --json: exit 1 and the problems as JSON", async (t) => {
  const env = { AGENT_USAGE_LOG_LEVEL: "planted" };
  const { stdout, code } = await runProgram(t, CLI, ["config", "--json"], { env });
  const { problems } = JSON.parse(stdout) as { problems: { setting: string; source: string }[] };
  assert.equal(code, 1);
  assert.deepEqual(
    problems.map(({ setting, source }) => [setting, source]),
    [["AGENT_USAGE_LOG_LEVEL", "environment"]],
  );
});
