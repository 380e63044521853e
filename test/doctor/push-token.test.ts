// What doctor says of the push token and of its file.
import assert from "node:assert/strict";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { gatherCollector, judgeCollector } from "../../src/commands/doctor/collector.ts";
import { lines, told } from "../support/doctor/check-lines.ts";
import { COLLECTOR } from "../support/doctor/facts.ts";
import { temporaryFolder } from "../support/folder.ts";

async function tokenFile(t: TestContext, text: string, mode = 0o600): Promise<string> {
  const path = join(await temporaryFolder(t), "push-token");
  await writeFile(path, text);
  await chmod(path, mode);
  return path;
}
const judgeToken = async (path: string) => {
  const { token, tokenFile } = await gatherCollector(undefined, path, {});
  return judgeCollector({ ...COLLECTOR, token, tokenFile }).slice(1);
};

test("a push token for its owner alone is fine", async (t) => {
  assert.deepEqual(lines(await judgeToken(await tokenFile(t, "planted\n"))), ["ok push-token"]);
});

test("a push token that others can read is a warning", async (t) => {
  const path = await tokenFile(t, "planted", 0o644);
  const checks = await judgeToken(path);
  assert.deepEqual(lines(checks), ["ok push-token", "warning push-token"]);
  assert.equal(checks[1]?.fix, `chmod 600 ${path}`);
});

for (const [what, code, chown] of [
  ["another user owns", "EOWNER", 'sudo chown "$(id -un)"'],
  ["everybody may write", "EWRITABLE", "chmod 600"],
] as const) {
  test(`a push token file that ${what} is a failure with its own fix`, () => {
    const info = { status: "failed", code: "EACCES" } as const;
    const facts = {
      ...COLLECTOR,
      token: { status: "unreadable", code } as const,
      tokenFile: { path: "/t", info },
    };
    const [check] = judgeCollector(facts).slice(1);
    assert.equal(check?.status, "failure");
    assert.ok(check?.fix?.startsWith(`${chown} /t, or set pushTokenFile`), check?.fix);
  });
}

test("a push token file that holds no token is a failure", async (t) => {
  const path = await tokenFile(t, "planted with spaces");
  assert.deepEqual(lines(await judgeToken(path)), ["failure push-token"]);
});

test("a push token file that is not there: that is said, with its setting, and no mode", async (t) => {
  const path = await tokenFile(t, "planted");
  for (const gone of [`${path}-none`, join(path, "below")]) {
    const checks = await judgeToken(gone);
    assert.deepEqual(lines(checks), ["failure push-token"]);
    assert.equal(checks[0]?.message, `${gone} is not there`);
    assert.match(checks[0]?.fix ?? "", /^set pushTokenFile \(AGENT_USAGE_PUSH_TOKEN_FILE\) right/);
  }
});

test("a folder in its place: the setting is to be fixed", async (t) => {
  const path = join(await temporaryFolder(t), "folder");
  await mkdir(path);
  assert.match(told(await judgeToken(path)), /is no file\nset pushTokenFile [^\n]+ right$/);
});

test("one that is set and is not there is a failure without a collector too: no beat starts with it", async (t) => {
  const path = join(await temporaryFolder(t), "none");
  const checks = judgeCollector(await gatherCollector(undefined, path, {}));
  assert.deepEqual(lines(checks), ["ok collector", "failure push-token"]);
});

test("what is gathered holds no token", async (t) => {
  const facts = await gatherCollector(undefined, await tokenFile(t, "planted-token"), {});
  assert.ok(!JSON.stringify(facts).includes("planted-token"));
});
