// What a beat uses where nothing is set.
import assert from "node:assert/strict";
import { hostname } from "node:os";
import { resolve } from "node:path";
import { test } from "node:test";
import { resolveConfig } from "../../src/settings/resolve.ts";
import { runChild } from "../support/child.ts";
import { HOME } from "../support/settings-call.ts";

test("with nothing set, everything lies in its usual place and nothing is pushed", () => {
  assert.deepEqual(resolveConfig({}, { HOME }, "linux"), {
    baseUrl: undefined,
    pushTokenFile: undefined,
    credentialsPath: `${HOME}/.agent/.credentials.json`,
    transcriptRoots: [`${HOME}/.agent/projects`, `${HOME}/.config/agent/projects`],
    stateDir: `${HOME}/.local/state/agent-usage`,
    label: hostname(),
    account: undefined,
  });
});

test("on macOS the state folder is the only other one", () => {
  const linux = resolveConfig({}, { HOME }, "linux");
  const stateDir = `${HOME}/Library/Application Support/agent-usage`;
  assert.deepEqual(resolveConfig({}, { HOME }, "darwin"), { ...linux, stateDir });
});

test("what is set is taken as it is", () => {
  const config = {
    baseUrl: "https://c.example",
    pushTokenFile: "/token",
    credentialsPath: "/credentials",
    transcriptRoots: ["/one", "/two"],
    stateDir: "/state",
    label: "label",
    account: "account",
  };
  assert.deepEqual(resolveConfig(config, { HOME, XDG_STATE_HOME: "/elsewhere" }, "linux"), config);
});

test("a root is the same folder however it is written", () => {
  const { transcriptRoots } = resolveConfig({ transcriptRoots: ["/one/../two/", "/a//b"] }, { HOME });
  assert.deepEqual(transcriptRoots, [resolve("/two"), resolve("/a/b")]);
});

test("the configuration that was given is not changed", () => {
  const config = Object.freeze({ transcriptRoots: Object.freeze(["/one/"]) });
  resolveConfig(config, Object.freeze({ HOME }));
  assert.deepEqual(config, { transcriptRoots: ["/one/"] });
});

const program = `
  const { loadConfig } = await load("src/settings/load.ts");
  const readFile = async () => "{}";
  const look = (dir) => loadConfig({ env: { HOME: "/home/someone", CLAUDE_CONFIG_DIR: dir }, readFile });
  const loaded = await Promise.all(["/moved", "", "relative"].map(look));
  console.log(JSON.stringify(loaded.map(({ status, problems = [] }) => [status, problems.map((p) => p.setting)])));
`;

test("a relative CLAUDE_CONFIG_DIR is an error of the other vendor's program, and of that one only", async () => {
  const ok = ["ok", []];
  assert.deepEqual(await runChild(program), [ok, ok, ok]);
  const wanted = [ok, ok, ["invalid", ["CLAUDE_CONFIG_DIR"]]];
  assert.deepEqual(await runChild(program, { conditions: ["claude-code"] }), wanted);
});
