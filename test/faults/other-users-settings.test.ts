// Settings files and push tokens that are owned by another user or world-writable are refused with a message.
import assert from "node:assert/strict";
import { chmod, chown, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { beatAsOtherUser, OTHER_USER, rootFolder, skip } from "../support/other-user.ts";

test("another user's unreadable settings and push token: exit 1 with the reason", {
  skip,
}, async (t) => {
  const config = await rootFolder(t, 0o755);
  await mkdir(join(config, "agent-usage"));
  const settings = join(config, "agent-usage", "config.json");
  await writeFile(settings, "{}", { mode: 0o600 });
  const first = await beatAsOtherUser(t, { XDG_CONFIG_HOME: config });
  assert.equal(first.code, 1);
  assert.match(
    first.stderr,
    /^agent-usage: settings file cannot be read: permission denied\. Fix: [^\n]+\n$/,
  );
  await chown(settings, OTHER_USER, OTHER_USER);
  const token = join(config, "token");
  await writeFile(token, "a-token\n", { mode: 0o600 });
  const second = await beatAsOtherUser(t, { XDG_CONFIG_HOME: config, AGENT_USAGE_PUSH_TOKEN_FILE: token });
  assert.equal(second.code, 1);
  assert.match(
    second.stderr,
    /AGENT_USAGE_PUSH_TOKEN_FILE \(environment\): cannot read the push token file: permission denied\. Fix: /,
  );
});

/** Owners and modes of files that are not trusted, and the message. */
const UNTRUSTED = [
  ["owned by another user", { owner: OTHER_USER - 1, mode: 0o644 }, "owned by another user"],
  ["that is world-writable", { owner: OTHER_USER, mode: 0o666 }, "world-writable"],
] as const;

for (const [which, { owner, mode }, message] of UNTRUSTED) {
  test(`a settings file ${which}: exit 1 with the fix`, { skip }, async (t) => {
    const config = await rootFolder(t, 0o755);
    await mkdir(join(config, "agent-usage"));
    const settings = join(config, "agent-usage", "config.json");
    await writeFile(settings, "{}");
    await chown(settings, owner, owner);
    await chmod(settings, mode);
    const { code, stderr } = await beatAsOtherUser(t, { XDG_CONFIG_HOME: config });
    assert.equal(code, 1);
    assert.match(
      stderr,
      new RegExp(`^agent-usage: settings file cannot be read: ${message}\\. Fix: [^\n]+\n$`),
    );
  });

  test(`a push token ${which}: exit 1 with the fix`, { skip }, async (t) => {
    const token = join(await rootFolder(t, 0o755), "token");
    await writeFile(token, "a-token\n");
    await chown(token, owner, owner);
    await chmod(token, mode);
    const { code, stderr } = await beatAsOtherUser(t, { AGENT_USAGE_PUSH_TOKEN_FILE: token });
    assert.equal(code, 1);
    assert.match(
      stderr,
      new RegExp(`PUSH_TOKEN_FILE \\(environment\\): cannot read the push token file: ${message}\\. Fix: `),
    );
  });
}

test("settings and a push token owned by root, as an administrator installs them, are read", {
  skip,
}, async (t) => {
  const config = await rootFolder(t, 0o755);
  await mkdir(join(config, "agent-usage"));
  await writeFile(join(config, "token"), "a-token\n", { mode: 0o644 });
  await writeFile(
    join(config, "agent-usage", "config.json"),
    JSON.stringify({ pushTokenFile: join(config, "token"), logLevel: "error" }),
    { mode: 0o644 },
  );
  const home = join(config, "home");
  await mkdir(home);
  await chown(home, OTHER_USER, OTHER_USER);
  const { code, stderr } = await beatAsOtherUser(t, { XDG_CONFIG_HOME: config, HOME: home });
  assert.deepEqual([code, stderr], [0, ""]);
});
