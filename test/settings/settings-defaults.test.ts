// The settings of a beat with their defaults.
import assert from "node:assert/strict";
import { hostname } from "node:os";
import { resolve } from "node:path";
import { test } from "node:test";
import { resolveConfig } from "../../src/settings/resolve.ts";
import { runChild } from "../support/child.ts";
import { HOME } from "../support/settings-call.ts";

test("without settings, every path has its default and nothing is pushed", () => {
  assert.deepEqual(resolveConfig({}, { HOME }, "linux"), {
    baseUrl: undefined,
    collectorCa: undefined,
    pushTokenFile: undefined,
    credentials: "file",
    credentialsPath: `${HOME}/.agent/.credentials.json`,
    transcriptRoots: [`${HOME}/.agent/projects`, `${HOME}/.config/agent/projects`],
    stateDir: `${HOME}/.local/state/agent-usage`,
    label: hostname(),
    account: undefined,
    alertAt: [80, 95, "forecast"],
    alertCommand: undefined,
    page: undefined,
  });
});

test("on macOS only the state folder differs", () => {
  const linux = resolveConfig({}, { HOME }, "linux");
  const stateDir = `${HOME}/Library/Application Support/agent-usage`;
  assert.deepEqual(resolveConfig({}, { HOME }, "darwin"), { ...linux, stateDir });
});

test("settings are used as they are", () => {
  const config = {
    baseUrl: "https://c.example",
    collectorCa: "/ca.pem",
    pushTokenFile: "/token",
    credentials: "file" as const,
    credentialsPath: "/credentials",
    transcriptRoots: ["/one", "/two"],
    stateDir: "/state",
    label: "label",
    account: "account",
    alertAt: [1],
    alertCommand: ["program"],
    page: "/page.html",
  };
  assert.deepEqual(resolveConfig(config, { HOME, XDG_STATE_HOME: "/elsewhere" }, "linux"), config);
});

test("paths of roots are normalized", () => {
  const { transcriptRoots } = resolveConfig({ transcriptRoots: ["/one/../two/", "/a//b"] }, { HOME });
  assert.deepEqual(transcriptRoots, [resolve("/two"), resolve("/a/b")]);
});

test("the configuration passed in is not changed", () => {
  const config = Object.freeze({ transcriptRoots: Object.freeze(["/one/"]) });
  resolveConfig(config, Object.freeze({ HOME }));
  assert.deepEqual(config, { transcriptRoots: ["/one/"] });
});

const program = `
  const { loadConfig } = await load("src/settings/load.ts");
  const readFile = async () => "{}";
  const loadWith = (dir) => loadConfig({ env: { HOME: "/home/someone", CLAUDE_CONFIG_DIR: dir }, readFile });
  const loaded = await Promise.all(["/moved", "", "relative"].map(loadWith));
  console.log(JSON.stringify(loaded.map(({ status, problems = [] }) => [status, problems.map((p) => p.setting)])));
`;

test("a relative CLAUDE_CONFIG_DIR is an error in the other program only", async () => {
  const ok = ["ok", []];
  assert.deepEqual(await runChild(program), [ok, ok, ok]);
  const wanted = [ok, ok, ["invalid", ["CLAUDE_CONFIG_DIR"]]];
  assert.deepEqual(await runChild(program, { conditions: ["claude-code"] }), wanted);
});
