// The default paths (rules STATE-1, SETTINGS-1, SETTINGS-7).
import assert from "node:assert/strict";
import { homedir, userInfo } from "node:os";
import { test } from "node:test";
import { homeFolder } from "../../src/base/settings/home.ts";
import {
  credentialsPath,
  defaultCredentialsPath,
  defaultStateDir,
  settingsFile,
  transcriptRoots,
} from "../../src/settings/paths.ts";
import { runChild } from "../support/child.ts";

const HOME = "/home/someone";

test("credentials are in ~/.agent", () => {
  assert.equal(defaultCredentialsPath(HOME), "/home/someone/.agent/.credentials.json");
  assert.equal(credentialsPath({}, HOME), "/home/someone/.agent/.credentials.json");
  assert.equal(defaultCredentialsPath(), `${homedir()}/.agent/.credentials.json`);
});

test("transcripts are in two folders below the home", () => {
  const roots = ["/home/someone/.agent/projects", "/home/someone/.config/agent/projects"];
  assert.deepEqual(transcriptRoots({}, HOME), roots);
});

test("CLAUDE_CONFIG_DIR is for the other program and moves nothing", () => {
  const env = { CLAUDE_CONFIG_DIR: "/elsewhere" };
  assert.equal(credentialsPath(env, HOME), credentialsPath({}, HOME));
  assert.deepEqual(transcriptRoots(env, HOME), transcriptRoots({}, HOME));
});

test("on Linux the state is in ~/.local/state", () => {
  assert.equal(defaultStateDir({}, HOME, "linux"), "/home/someone/.local/state/agent-usage");
});

test("on macOS the state is in Application Support", () => {
  assert.equal(defaultStateDir({}, HOME, "darwin"), "/home/someone/Library/Application Support/agent-usage");
});

test("XDG_STATE_HOME moves the state", () => {
  assert.equal(defaultStateDir({ XDG_STATE_HOME: "/state" }, HOME, "linux"), "/state/agent-usage");
});

test("the settings are in ~/.config, and XDG_CONFIG_HOME moves them", () => {
  assert.equal(settingsFile({}, HOME), "/home/someone/.config/agent-usage/config.json");
  assert.equal(settingsFile({ XDG_CONFIG_HOME: "/config" }, HOME), "/config/agent-usage/config.json");
});

test("an empty or relative XDG folder is ignored", () => {
  for (const folder of ["", "state", "./state", "~/state"]) {
    const env = { XDG_STATE_HOME: folder, XDG_CONFIG_HOME: folder };
    assert.equal(defaultStateDir(env, HOME, "linux"), defaultStateDir({}, HOME, "linux"));
    assert.equal(settingsFile(env, HOME), settingsFile({}, HOME));
  }
});

test("the home comes from HOME, or else from the system", () => {
  assert.equal(homeFolder({ HOME }), HOME);
  for (const env of [{}, { HOME: "" }, { HOME: "relative" }])
    assert.equal(homeFolder(env), userInfo().homedir);
});

const program = `
  const paths = await load("src/settings/paths.ts");
  const pathsOf = (env) => ({
    credentials: paths.credentialsPath(env, "/home/someone"),
    transcripts: paths.transcriptRoots(env, "/home/someone"),
    state: paths.defaultStateDir(env, "/home/someone", "linux"),
    settings: paths.settingsFile(env, "/home/someone"),
  });
  const envs = [{}, { CLAUDE_CONFIG_DIR: "/moved" }, { CLAUDE_CONFIG_DIR: "" }];
  console.log(JSON.stringify(envs.map(pathsOf)));
`;

test("the other program has its own paths, and honors CLAUDE_CONFIG_DIR for two of them", async () => {
  const usual = {
    credentials: "/home/someone/.claude/.credentials.json",
    transcripts: ["/home/someone/.claude/projects", "/home/someone/.config/claude/projects"],
    state: "/home/someone/.local/state/agent-usage-claude-code",
    settings: "/home/someone/.config/agent-usage-claude-code/config.json",
  };
  const moved = { ...usual, credentials: "/moved/.credentials.json", transcripts: ["/moved/projects"] };
  assert.deepEqual(await runChild(program, { conditions: ["claude-code"] }), [usual, moved, usual]);
});
