// Doctor and the credentials file, which it opens once, to read (rule SAFETY-1).
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { gatherCredentials, judgeCredentials } from "../../src/commands/doctor/credentials.ts";
import { lines, printed } from "../support/doctor/check-lines.ts";
import { spyOnFiles } from "../support/file-spies.ts";
import { NOW } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { credentialsText } from "../support/home.ts";

async function fileWith(t: TestContext, text: string, mode = 0o600): Promise<string> {
  const path = join(await temporaryFolder(t), ".credentials.json");
  await writeFile(path, text);
  await chmod(path, mode);
  return path;
}

const judge = async (path: string, platform = "linux", isChosen = false) =>
  judgeCredentials({ path, isChosen, file: await gatherCredentials(path) }, NOW, platform);

const HOUR_MS = 3_600_000;

test("a valid token is ok, with the time until it expires", async (t) => {
  const checks = await judge(await fileWith(t, credentialsText({ expiresAt: NOW + 3 * HOUR_MS })));
  assert.deepEqual(lines(checks), ["ok credentials"]);
  assert.match(printed(checks), /expires in 3 h/);
});

test("a token without an expiry date is ok: the server decides", async (t) => {
  const checks = await judge(await fileWith(t, credentialsText({ expiresAt: undefined })));
  assert.deepEqual(lines(checks), ["ok credentials"]);
});

for (const [what, text, says] of [
  ["an expired token", credentialsText({ expiresAt: NOW }), /expired/],
  ["a half-written file", credentialsText().slice(0, 20), /not valid JSON/],
  ["an empty file", "", /not valid JSON/],
  ["a file without a token", "{}", /no access token/],
] as const) {
  test(`${what} is a failure`, async (t) => {
    const checks = await judge(await fileWith(t, text));
    assert.deepEqual(lines(checks), ["failure credentials"]);
    assert.match(printed(checks), says);
  });
}

test("a missing file is a failure, and a Keychain is only mentioned for an agent that uses one", async (t) => {
  const path = join(await temporaryFolder(t), "none");
  assert.deepEqual(lines(await judge(path)), ["failure credentials"]);
  assert.doesNotMatch(printed(await judge(path, "darwin")), /keychain/i);
});

test("a missing file that a setting names: the fix is first to correct the setting", async (t) => {
  const folder = await temporaryFolder(t);
  await writeFile(join(folder, "file"), "");
  for (const path of [join(folder, "none"), join(folder, "file", "below")]) {
    const [check] = await judge(path, "linux", true);
    assert.match(check?.message ?? "", /^no credentials file at /);
    assert.match(check?.fix ?? "", /^correct credentialsPath \(AGENT_USAGE_CREDENTIALS\)/);
  }
});

test("an unreadable file is a failure with the reason", () => {
  const facts = { path: "/a b", file: { status: "unreadable", code: "EACCES" } } as const;
  const judged = (isChosen: boolean) => printed(judgeCredentials({ ...facts, isChosen }, NOW, "linux"));
  assert.match(judged(false), /cannot read \/a b: permission denied\nchmod 600 '\/a b'$/);
  assert.match(judged(true), /\ncorrect credentialsPath.*, or chmod 600 '\/a b'$/);
});

test("a folder in its place is a failure: the fix is to move it, or to correct the setting that names it", async (t) => {
  const path = join(await temporaryFolder(t), "folder");
  await mkdir(path);
  const [found] = await judge(path);
  assert.deepEqual([found?.status, found?.message], ["failure", `${path} is a folder, not a file`]);
  assert.match(found?.fix ?? "", /^move it away/);
  const [chosen] = await judge(path, "linux", true);
  assert.equal(chosen?.fix, "correct credentialsPath (AGENT_USAGE_CREDENTIALS)");
});

test("a FIFO in its place is a failure and does not block", async (t) => {
  const path = join(await temporaryFolder(t), "fifo");
  execFileSync("mkfifo", [path]);
  assert.deepEqual(lines(await judge(path)), ["failure credentials"]);
});

test("a file that other users can read is a warning with the command that closes it", async (t) => {
  const path = await fileWith(t, credentialsText(), 0o640);
  const checks = await judge(path);
  assert.deepEqual(lines(checks).slice(1), ["warning credentials"]);
  assert.equal(checks[1]?.fix, `chmod 600 ${path}`);
});

test("no credentials are needed if limits are turned off", () => {
  const facts = { path: "/none", isChosen: false, file: { status: "off" } } as const;
  assert.deepEqual(lines(judgeCredentials(facts, NOW, "linux")), ["ok credentials"]);
});

test("the file is opened once, to read, and nothing is written", async (t) => {
  const path = await fileWith(t, credentialsText());
  const spies = spyOnFiles(t);
  await gatherCredentials(path);
  spies.stop();
  assert.deepEqual(spies.writes, []);
  assert.deepEqual(
    spies.reads.map(({ name, args }) => [name, args[0]]),
    [["promises.open", path]],
  );
});

test("the gathered facts contain no token", async (t) => {
  const path = await fileWith(t, credentialsText({ accessToken: "planted-token" }));
  assert.ok(!JSON.stringify(await gatherCredentials(path)).includes("planted"));
});
