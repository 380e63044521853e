// What doctor says of the collector: a TLS connection, and not a byte of a request.
import assert from "node:assert/strict";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { type CollectorFacts, gatherCollector, judgeCollector } from "../../src/commands/doctor/collector.ts";
import { startCollector } from "../support/collector.ts";
import { temporaryFolder } from "../support/folder.ts";
import { refusedPort, silentPort } from "../support/loopback.ts";
import { lines, told } from "./lines.ts";

const FACTS: CollectorFacts = {
  baseUrl: "https://collector.example/path",
  reached: { status: "ok" },
  hasProxy: false,
  token: { status: "none" },
  tokenFile: undefined,
};
const failed = (code: string) => ({ ...FACTS, reached: { status: "failed", code } as const });

async function tokenFile(t: TestContext, text: string, mode = 0o600): Promise<string> {
  const path = join(await temporaryFolder(t), "push-token");
  await writeFile(path, text);
  await chmod(path, mode);
  return path;
}
const judgeToken = async (path: string) => {
  const { token, tokenFile } = await gatherCollector(undefined, path, {});
  return judgeCollector({ ...FACTS, token, tokenFile }).slice(1);
};

test("no collector is no error", async () => {
  assert.deepEqual(lines(judgeCollector(await gatherCollector(undefined, undefined, {}))), ["ok collector"]);
});

test("one that answers is fine, and named by its host alone", () => {
  const checks = judgeCollector(FACTS);
  assert.deepEqual(lines(checks), ["ok collector", "ok push-token"]);
  assert.match(told(checks), /^collector\.example answers/);
});

test("one whose certificate nobody vouches for is a failure, and hears no request", async (t) => {
  const { origin, requests } = await startCollector(t);
  const checks = judgeCollector(await gatherCollector(origin, undefined, {}));
  assert.equal(lines(checks)[0], "failure collector");
  assert.match(told(checks), /SELF_SIGNED[^\n]*\n[^\n]*NODE_EXTRA_CA_CERTS/);
  assert.deepEqual(requests, []);
});

test("NODE_TLS_REJECT_UNAUTHORIZED does not make that certificate a good one", async (t) => {
  const { origin } = await startCollector(t);
  process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
  t.after(() => delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"]);
  const { reached } = await gatherCollector(origin, undefined, {});
  assert.equal(reached?.status, "failed");
});

test("one that nobody listens for is a failure", async () => {
  const facts = await gatherCollector(`https://127.0.0.1:${await refusedPort()}`, undefined, {});
  assert.match(told(judgeCollector(facts)), /ECONNREFUSED/);
});

test("one that never says a word is a failure, in time", async (t) => {
  const facts = await gatherCollector(`https://127.0.0.1:${await silentPort(t)}`, undefined, {}, 50);
  assert.deepEqual(facts.reached, { status: "failed", code: "ETIMEDOUT" });
});

test("an unknown host points to the setting", () => {
  assert.match(told(judgeCollector(failed("ENOTFOUND"))), /baseUrl/);
});

test("behind a proxy, which is not tried, it is a warning", async () => {
  const env = { NODE_USE_ENV_PROXY: "1", HTTPS_PROXY: "http://proxy" };
  const { hasProxy } = await gatherCollector(undefined, undefined, env);
  assert.equal(lines(judgeCollector({ ...failed("ETIMEDOUT"), hasProxy }))[0], "warning collector");
});

test("a push token for its owner alone is fine", async (t) => {
  assert.deepEqual(lines(await judgeToken(await tokenFile(t, "planted\n"))), ["ok push-token"]);
});

test("a push token that others can read is a warning", async (t) => {
  const path = await tokenFile(t, "planted", 0o644);
  const checks = await judgeToken(path);
  assert.deepEqual(lines(checks), ["ok push-token", "warning push-token"]);
  assert.equal(checks[1]?.mend, `chmod 600 ${path}`);
});

for (const [what, code, chown] of [
  ["another user owns", "EOWNER", 'sudo chown "$(id -un)"'],
  ["everybody may write", "EWRITABLE", "chmod 600"],
] as const) {
  test(`a push token file that ${what} is a failure with its own mend`, () => {
    const look = { status: "failed", code: "EACCES" } as const;
    const facts = {
      ...FACTS,
      token: { status: "unreadable", code } as const,
      tokenFile: { path: "/t", look },
    };
    const [check] = judgeCollector(facts).slice(1);
    assert.equal(check?.status, "failure");
    assert.ok(check?.mend?.startsWith(`${chown} /t, or set pushTokenFile`), check?.mend);
  });
}

test("a push token file that is not there, or holds no token, is a failure", async (t) => {
  const path = await tokenFile(t, "planted with spaces");
  for (const wrong of [path, `${path}-none`]) {
    assert.deepEqual(lines(await judgeToken(wrong)), ["failure push-token"]);
  }
});

test("what is gathered holds no token", async (t) => {
  const facts = await gatherCollector(undefined, await tokenFile(t, "planted-token"), {});
  assert.ok(!JSON.stringify(facts).includes("planted-token"));
});
