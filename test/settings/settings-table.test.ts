// Every setting: its variable, its key in the file, and its values (rules SETTINGS-3 to SETTINGS-12).
import assert from "node:assert/strict";
import { delimiter } from "node:path";
import { test } from "node:test";
import { loadConfig } from "../../src/settings/load.ts";
import { config, HOME, load, loadFile, messages, problems } from "../support/settings-call.ts";

const rows = [
  {
    key: "baseUrl",
    variable: "AGENT_USAGE_BASE_URL",
    good: "https://collector.example/a",
    other: "https://b.example",
  },
  { key: "pushTokenFile", variable: "AGENT_USAGE_PUSH_TOKEN_FILE", good: "/secrets/token", other: "/other" },
  { key: "collectorCa", variable: "AGENT_USAGE_COLLECTOR_CA", good: "/some/ca.pem", other: "/other" },
  { key: "credentialsPath", variable: "AGENT_USAGE_CREDENTIALS", good: "/some/credentials", other: "/other" },
  { key: "stateDir", variable: "AGENT_USAGE_STATE_DIR", good: "/some/state", other: "/other" },
  { key: "page", variable: "AGENT_USAGE_PAGE", good: "/some/page.html", other: "/other.html" },
  { key: "label", variable: "AGENT_USAGE_LABEL", good: "Büro 😀", other: "other" },
  { key: "account", variable: "AGENT_USAGE_ACCOUNT", good: "team a", other: "other" },
  { key: "logLevel", variable: "AGENT_USAGE_LOG_LEVEL", good: "debug", other: "warn" },
  { key: "logFormat", variable: "AGENT_USAGE_LOG_FORMAT", good: "json", other: "text" },
] as const;

for (const { key, variable, good, other } of rows) {
  test(`${variable} sets ${key}`, async () => {
    assert.deepEqual(await config(load({ [variable]: good })), { [key]: good });
  });

  test(`${key} in the settings file sets it too, and ${variable} takes precedence`, async () => {
    assert.deepEqual(await config(loadFile({ [key]: good })), { [key]: good });
    const both = await config(load({ [variable]: good }, JSON.stringify({ [key]: other })));
    assert.deepEqual(both, { [key]: good });
  });

  test(`an empty ${variable} counts as unset`, async () => {
    assert.deepEqual(await config(load({ [variable]: "" })), {});
    const file = JSON.stringify({ [key]: other });
    assert.deepEqual(await config(load({ [variable]: "" }, file)), { [key]: other });
  });

  test(`a wrong type of ${key} is an error that names it and the settings file`, async () => {
    for (const value of [7, true, null, {}, [good]]) {
      const [problem, ...more] = await problems(loadFile({ [key]: value }));
      assert.deepEqual([problem?.setting, problem?.source, more], [key, "settings file", []]);
    }
  });
}

test("AGENT_USAGE_TRANSCRIPTS sets the roots, separated as in PATH", async () => {
  const env = { AGENT_USAGE_TRANSCRIPTS: ["/one", "/two words", "~/three"].join(delimiter) };
  assert.deepEqual(await config(load(env)), { transcriptRoots: ["/one", "/two words", `${HOME}/three`] });
});

test("transcriptRoots in the settings file is an array, and the variable replaces all of it", async () => {
  const file = JSON.stringify({ transcriptRoots: ["/one", "~/two:three"] });
  assert.deepEqual(await config(load({}, file)), { transcriptRoots: ["/one", `${HOME}/two:three`] });
  assert.deepEqual(await config(load({ AGENT_USAGE_TRANSCRIPTS: "" }, file)), await config(load({}, file)));
  const env = { AGENT_USAGE_TRANSCRIPTS: "/only" };
  assert.deepEqual(await config(load(env, file)), { transcriptRoots: ["/only"] });
});

test("a wrong type of transcriptRoots is an error that names it", async () => {
  for (const value of ["/one", 7, null, {}, [], [7], [null], ["/one", "relative"], [["/one"]]]) {
    const [problem, ...more] = await problems(loadFile({ transcriptRoots: value }));
    assert.deepEqual([problem?.setting, problem?.source, more], ["transcriptRoots", "settings file", []]);
  }
});

test("a stateDir that is the home or above it is an error: its new mode would lock other users out", async () => {
  for (const stateDir of ["/", "/home", "/home/", "/home/me/..", "/home/me", "/home/me/", "~", "~/"]) {
    const wrong = problems(loadConfig({ env: { HOME: "/home/me", AGENT_USAGE_STATE_DIR: stateDir } }));
    assert.deepEqual(
      (await wrong).map(({ setting, message }) => [setting, message]),
      [["AGENT_USAGE_STATE_DIR", "must be a folder of its own"]],
    );
  }
});

test("AGENT_USAGE_LIMITS has no key in the file", async () => {
  assert.deepEqual(await config(load({ AGENT_USAGE_LIMITS: "off" })), {});
  for (const key of ["limits", "AGENT_USAGE_LIMITS"]) {
    assert.match(await messages(loadFile({ [key]: "off" })), new RegExp(`"${key}".*is not a setting`));
  }
});

for (const [key, variable] of [
  ["pushTokenFile", "AGENT_USAGE_PUSH_TOKEN_FILE"],
  ["credentialsPath", "AGENT_USAGE_CREDENTIALS"],
  ["stateDir", "AGENT_USAGE_STATE_DIR"],
] as const) {
  test(`~/ in ${key} is the home`, async () => {
    assert.deepEqual(await config(load({ [variable]: "~/a/b" })), { [key]: `${HOME}/a/b` });
    assert.deepEqual(await config(loadFile({ [key]: "~/a/b" })), { [key]: `${HOME}/a/b` });
  });

  test(`any other relative path in ${key} is an error`, async () => {
    for (const path of ["a", "a/b", "./a", "../a", "~someone/a", " /a", "$HOME/a", "a/~/b"]) {
      assert.match(await messages(load({ [variable]: path })), new RegExp(`^${variable} \\(environment\\) `));
      assert.match(await messages(loadFile({ [key]: path })), new RegExp(`^${key} \\(settings file\\) `));
    }
  });
}

test("a relative root is an error", async () => {
  const env = { AGENT_USAGE_TRANSCRIPTS: ["/one", "two"].join(delimiter) };
  assert.match(await messages(load(env)), /^AGENT_USAGE_TRANSCRIPTS \(environment\) /);
});

test("label and account have 1 to 128 characters", async () => {
  for (const key of ["label", "account"]) {
    for (const text of ["x", "x".repeat(128), "😀".repeat(128)]) {
      assert.deepEqual(await config(loadFile({ [key]: text })), { [key]: text });
    }
    for (const text of ["", "x".repeat(129), "😀".repeat(129)]) {
      assert.match(await messages(loadFile({ [key]: text })), new RegExp(`^${key} `));
    }
  }
});

test("the log levels are those of pino", async () => {
  for (const logLevel of ["fatal", "error", "warn", "info", "debug", "trace", "silent"]) {
    assert.deepEqual(await config(loadFile({ logLevel })), { logLevel });
  }
  for (const logLevel of ["verbose", "INFO", "30", " info"]) {
    assert.match(await messages(load({ AGENT_USAGE_LOG_LEVEL: logLevel })), /^AGENT_USAGE_LOG_LEVEL /);
  }
});
