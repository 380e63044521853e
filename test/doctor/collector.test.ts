// What doctor says of the collector: a TLS connection, and not a byte of a request.
import assert from "node:assert/strict";
import { test } from "node:test";
import { gatherCollector, judgeCollector } from "../../src/commands/doctor/collector.ts";
import { startCollector } from "../support/collector.ts";
import { lines, told } from "../support/doctor/check-lines.ts";
import { COLLECTOR } from "../support/doctor/facts.ts";
import { refusedPort, silentPort } from "../support/loopback.ts";

const failed = (code: string) => ({ ...COLLECTOR, reached: { status: "failed", code } as const });

test("no collector is no error", async () => {
  assert.deepEqual(lines(judgeCollector(await gatherCollector(undefined, undefined, {}))), ["ok collector"]);
});

test("one that answers is fine, and named by its host alone", () => {
  const checks = judgeCollector(COLLECTOR);
  assert.deepEqual(lines(checks), ["ok collector", "ok push-token"]);
  assert.match(told(checks), /^collector\.example answers/);
});

test("one whose certificate nobody vouches for is a failure, and hears no request", async (t) => {
  const { origin, requests } = await startCollector(t);
  const checks = judgeCollector(await gatherCollector(origin, undefined, {}));
  assert.equal(lines(checks)[0], "failure collector");
  assert.match(told(checks), /was reached, and its certificate is not trusted \(\w*SELF_SIGNED/);
  assert.match(checks[0]?.fix ?? "", /NODE_EXTRA_CA_CERTS/);
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

for (const [code, says, fix] of [
  ["CERT_HAS_EXPIRED", /reached, and its certificate has expired/, /renewed/],
  ["ERR_TLS_CERT_ALTNAME_INVALID", /reached, and its certificate is for another name/, /baseUrl/],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", /reached, and its certificate is not trusted/, /NODE_EXTRA_CA_CERTS/],
  ["ERR_SSL_WRONG_VERSION_NUMBER", /reached, and does not speak TLS/, /port/],
  ["ECONNREFUSED", /^collector\.example cannot be reached/, /network/],
] as const) {
  test(`what is said of ${code} is whether it was reached, and what is wrong`, () => {
    const [check] = judgeCollector(failed(code));
    assert.match(check?.message ?? "", says);
    assert.match(check?.fix ?? "", fix);
  });
}

test("behind a proxy, which is not tried, it is a warning", async () => {
  const env = { NODE_USE_ENV_PROXY: "1", HTTPS_PROXY: "http://proxy" };
  const { hasProxy } = await gatherCollector(undefined, undefined, env);
  assert.equal(lines(judgeCollector({ ...failed("ETIMEDOUT"), hasProxy }))[0], "warning collector");
});
