// `credentials`: the file, or the Keychain of one program on macOS (rule KEYCHAIN-1).
import assert from "node:assert/strict";
import { test } from "node:test";
import { runChild } from "../support/child.ts";
import { config, load, loadFile, messages, problems } from "../support/settings-call.ts";

const KEYCHAIN = "AGENT_USAGE_CREDENTIALS";

/** What the program for Claude Code makes of an environment and a settings file. */
function loadAs(platform: string, env: Readonly<Record<string, string>>, file: object = {}) {
  return runChild(
    `
    const { loadConfig } = await load("src/settings/load.ts");
    const env = { HOME: "/home/me", ...${JSON.stringify(env)} };
    const readFile = async () => ${JSON.stringify(JSON.stringify(file))};
    console.log(JSON.stringify(await loadConfig({ env, readFile, platform: "${platform}" })));`,
    { conditions: ["claude-code"] },
  );
}

test("on macOS the program for Claude Code takes it from the file and from the environment", async () => {
  for (const [env, file, origin] of [
    [{ [KEYCHAIN]: "keychain" }, {}, "environment"],
    [{}, { credentials: "keychain" }, "file"],
  ] as const) {
    const expected = { status: "ok", config: { credentials: "keychain" }, origins: { credentials: origin } };
    assert.deepEqual(await loadAs("darwin", env, file), expected);
  }
});

test("a path in the variable takes precedence over `keychain` in the file", async () => {
  const found = await loadAs("darwin", { [KEYCHAIN]: "/a/file" }, { credentials: "keychain" });
  assert.deepEqual((found as { config: unknown }).config, { credentialsPath: "/a/file" });
});

test("on another system it is refused, and so it is in the other program", async () => {
  const found = (await loadAs("linux", { [KEYCHAIN]: "keychain" })) as { status: string };
  assert.equal(found.status, "invalid");
  const [problem] = await problems(loadFile({ credentials: "keychain" }));
  assert.deepEqual([problem?.setting, problem?.source], ["credentials", "settings file"]);
  assert.match(
    await messages(load({ [KEYCHAIN]: "keychain" })),
    /^AGENT_USAGE_CREDENTIALS \(environment\) must be file here/,
  );
});

test("`file` is the default, and works everywhere", async () => {
  assert.deepEqual(await config(load({ [KEYCHAIN]: "file" })), { credentials: "file" });
});

test("any other word is refused", async () => {
  assert.match(
    await messages(loadFile({ credentials: "Keychain" })),
    /^credentials \(settings file\) must be file or keychain/,
  );
});
