// Doctor and the push token and its file.
import assert from "node:assert/strict";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { gatherCollector, judgeCollector } from "../../src/commands/doctor/collector.ts";
import { lines, printed } from "../support/doctor/check-lines.ts";
import { COLLECTOR } from "../support/doctor/facts.ts";
import { temporaryFolder } from "../support/folder.ts";

async function tokenFile(t: TestContext, text: string, mode = 0o600): Promise<string> {
  const path = join(await temporaryFolder(t), "push-token");
  await writeFile(path, text);
  await chmod(path, mode);
  return path;
}
const judgeToken = async (path: string) => {
  const { token, tokenFile } = await gatherCollector({ pushTokenFile: path }, {});
  return judgeCollector({ ...COLLECTOR, token, tokenFile }).slice(1);
};

test("a push token file that only its owner can access is ok", async (t) => {
  assert.deepEqual(lines(await judgeToken(await tokenFile(t, "planted\n"))), ["ok push-token"]);
});

test("a push token file that other users can read is a warning", async (t) => {
  const path = await tokenFile(t, "planted", 0o644);
  const checks = await judgeToken(path);
  assert.deepEqual(lines(checks), ["ok push-token", "warning push-token"]);
  assert.equal(checks[1]?.fix, `chmod 600 ${path}`);
});

for (const [what, code, chown] of [
  ["another user owns", "EOWNER", 'sudo chown "$(id -un)"'],
  ["is world-writable", "EWRITABLE", "chmod 600"],
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

test("a push token file without a valid token is a failure", async (t) => {
  const path = await tokenFile(t, "planted with spaces");
  assert.deepEqual(lines(await judgeToken(path)), ["failure push-token"]);
});

test("a missing push token file: one failure that names the setting", async (t) => {
  const path = await tokenFile(t, "planted");
  for (const gone of [`${path}-none`, join(path, "below")]) {
    const checks = await judgeToken(gone);
    assert.deepEqual(lines(checks), ["failure push-token"]);
    assert.equal(checks[0]?.message, `${gone} does not exist`);
    assert.match(checks[0]?.fix ?? "", /^correct pushTokenFile \(AGENT_USAGE_PUSH_TOKEN_FILE\)/);
  }
});

test("a folder in its place: the fix is to correct the setting", async (t) => {
  const path = join(await temporaryFolder(t), "folder");
  await mkdir(path);
  assert.match(printed(await judgeToken(path)), /is not a file\ncorrect pushTokenFile [^\n]+$/);
});

test("a missing file is a failure even without a collector, because no beat starts", async (t) => {
  const path = join(await temporaryFolder(t), "none");
  const checks = judgeCollector(await gatherCollector({ pushTokenFile: path }, {}));
  assert.deepEqual(lines(checks), ["ok collector", "failure push-token"]);
});

test("the gathered facts contain no token", async (t) => {
  const facts = await gatherCollector({ pushTokenFile: await tokenFile(t, "planted-token") }, {});
  assert.ok(!JSON.stringify(facts).includes("planted-token"));
});
