// The settings file, and how it combines with the environment (rules SETTINGS-1, SETTINGS-2).
import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { describeProblem } from "../../src/base/settings/problem.ts";
import { loadConfig } from "../../src/settings/load.ts";
import { temporaryFolder } from "../support/folder.ts";
import { config, HOME, load, loadFile, messages, problems } from "../support/settings-call.ts";

test("without a file and without variables, nothing is set and nothing is wrong", async () => {
  assert.deepEqual(await load(), { status: "ok", config: {}, origins: {} });
});

test("each setting has its origin", async () => {
  const loaded = await load({ AGENT_USAGE_LABEL: "here" }, '{"label":"there","account":"a"}');
  const wanted = { label: "here", account: "a" };
  assert.deepEqual(loaded, {
    status: "ok",
    config: wanted,
    origins: { label: "environment", account: "file" },
  });
});

test("the file is read from ~/.config, or from XDG_CONFIG_HOME", async (t) => {
  const home = await temporaryFolder(t);
  for (const [folder, env] of [
    [join(home, ".config"), { HOME: home }],
    [join(home, "xdg"), { HOME: home, XDG_CONFIG_HOME: join(home, "xdg") }],
  ] as const) {
    const path = join(folder, "agent-usage", "config.json");
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, JSON.stringify({ label: folder.slice(-6), stateDir: "~/state" }));
    assert.deepEqual(await config(loadConfig({ env })), {
      label: folder.slice(-6),
      stateDir: join(home, "state"),
    });
  }
});

test("a folder in place of the settings file is an error with the reason", async (t) => {
  const home = await temporaryFolder(t);
  await mkdir(join(home, ".config", "agent-usage", "config.json"), { recursive: true });
  assert.match(
    await messages(loadConfig({ env: { HOME: home } })),
    /^settings file cannot be read: a folder, not a file$/,
  );
});

test("an unreadable settings file is an error, not a missing file", async () => {
  const readFile = () => Promise.reject(Object.assign(new Error("/home/x"), { code: "EACCES" }));
  assert.match(
    await messages(loadConfig({ env: { HOME }, readFile })),
    /^settings file cannot be read: permission denied\. Fix: chown it to your user$/,
  );
});

test("a settings file that is not JSON is an error that names the file", async () => {
  for (const text of ["", " ", "{", "{label: 1}", "label = x", '{"label":"x",}', "// x\n{}"]) {
    assert.match(
      await messages(load({}, text)),
      /^settings file is not valid JSON(?: \(line \d+, column \d+\))?$/,
    );
  }
});

test("an error about invalid JSON has the position, and nothing from the file", async () => {
  const text = '{\n  "label": "planted",\n  "account": "planted",\n}\n';
  assert.equal(await messages(load({}, text)), "settings file is not valid JSON (line 4, column 1)");
});

test("a settings file that is not an object is an error that names the file", async () => {
  for (const text of ["null", "[]", '"x"', "7", '[{"label":"x"}]']) {
    assert.equal(await messages(load({}, text)), "settings file must hold one JSON object");
  }
});

test("a byte-order mark at the start is ignored", async () => {
  assert.deepEqual(await config(load({}, '\uFEFF{"label":"x"}')), { label: "x" });
});

test("an unknown key is an error that names the key", async () => {
  for (const key of ["url", "limits", "", "AGENT_USAGE_LABEL", "constructor", "toString"]) {
    assert.deepEqual(await problems(loadFile({ [key]: "x" })), [
      { setting: JSON.stringify(key), source: "settings file", message: "is not a setting" },
    ]);
  }
});

test("an unknown key that looks like a token is an error that does not repeat it", async () => {
  assert.equal(
    await messages(loadFile({ "sk-planted-0123456789": "x" })),
    '"sk-pla…" (settings file) is not a setting',
  );
});

test("a misspelled key comes with a suggestion", async () => {
  assert.equal(
    await messages(loadFile({ baseurl: "https://collector.example" })),
    '"baseurl" (settings file) is not a setting (did you mean baseUrl?)',
  );
});

test("a key named __proto__ is unknown, and sets nothing", async () => {
  assert.equal(
    await messages(load({}, '{"__proto__":{"label":"x"}}')),
    '"__proto__" (settings file) is not a setting',
  );
});

test("all problems are reported at once", async () => {
  const env = { AGENT_USAGE_BASE_URL: "http://c.example", AGENT_USAGE_LOG_LEVEL: "loud" };
  const found = await problems(load(env, '{"label":7,"color":"red"}'));
  assert.deepEqual(found.map(({ setting, source }) => `${setting} ${source}`).sort(), [
    '"color" settings file',
    "AGENT_USAGE_BASE_URL environment",
    "AGENT_USAGE_LOG_LEVEL environment",
    "label settings file",
  ]);
});

test("a wrong variable is an error even if the file has a valid value", async () => {
  const found = await messages(load({ AGENT_USAGE_STATE_DIR: "relative" }, '{"stateDir":"/right"}'));
  assert.match(found, /^AGENT_USAGE_STATE_DIR \(environment\) /);
});

const keys = [
  "baseUrl",
  "pushTokenFile",
  "credentialsPath",
  "transcriptRoots",
  "stateDir",
  "label",
  "account",
  "logLevel",
];

test("arbitrary bytes in the settings file result in settings, or in problems that name the file", async () => {
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.webUrl(),
    fc.constantFrom("~/a", "/a", "info", "\0"),
  );
  const text = fc.oneof(
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString("utf8")),
    fc.jsonValue().map((json) => JSON.stringify(json)),
    fc.dictionary(fc.oneof(fc.constantFrom(...keys), fc.string()), value).map((json) => JSON.stringify(json)),
  );
  const property = fc.asyncProperty(text, async (file) => {
    const loaded = await load({}, file);
    if (loaded.status === "ok") {
      for (const key of Object.keys(loaded.config)) assert.ok(keys.includes(key), key);
      return;
    }
    assert.ok(loaded.problems.length > 0);
    for (const problem of loaded.problems) assert.match(describeProblem(problem), /settings file/);
  });
  await fc.assert(property, { numRuns: 10_000 });
});

test("any environment results in settings, or in problems that name the variable", async () => {
  const names = [
    "BASE_URL",
    "PUSH_TOKEN_FILE",
    "CREDENTIALS",
    "TRANSCRIPTS",
    "STATE_DIR",
    "LABEL",
    "ACCOUNT",
    "LOG_LEVEL",
  ];
  const name = fc.constantFrom(...names.map((part) => `AGENT_USAGE_${part}`));
  const value = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.webUrl({ withFragments: true }),
    fc.constantFrom(":", "~", "/a:"),
  );
  const property = fc.asyncProperty(fc.dictionary(name, value), async (env) => {
    const loaded = await load(env);
    if (loaded.status === "ok") return;
    for (const { setting, source } of loaded.problems) {
      assert.ok(setting in env, setting);
      assert.equal(source, "environment");
    }
  });
  await fc.assert(property, { numRuns: 10_000 });
});
