// Doctor and the collector: a TLS connection without a request.
import assert from "node:assert/strict";
import { test } from "node:test";
import { gatherCollector, judgeCollector } from "../../src/commands/doctor/collector.ts";
import { startCollector } from "../support/collector.ts";
import { lines, printed } from "../support/doctor/check-lines.ts";
import { COLLECTOR } from "../support/doctor/facts.ts";
import { freePort, silentPort } from "../support/loopback.ts";

const failed = (code: string) => ({ ...COLLECTOR, reached: { status: "failed", code } as const });

test("no collector is ok", async () => {
  assert.deepEqual(lines(judgeCollector(await gatherCollector({}, {}))), ["ok collector"]);
});

test("a collector that answers is ok, and only its host is printed", () => {
  const checks = judgeCollector(COLLECTOR);
  assert.deepEqual(lines(checks), ["ok collector", "ok push-token"]);
  assert.match(printed(checks), /^collector\.example answers/);
});

test("a collector whose certificate is not trusted is a failure and gets no request", async (t) => {
  const { origin, requests } = await startCollector(t);
  const checks = judgeCollector(await gatherCollector({ baseUrl: origin }, {}));
  assert.equal(lines(checks)[0], "failure collector");
  assert.match(printed(checks), /was reached, but its certificate is not trusted \(\w*SELF_SIGNED/);
  assert.match(checks[0]?.fix ?? "", /collectorCa/);
  assert.deepEqual(requests, []);
});

test("NODE_TLS_REJECT_UNAUTHORIZED does not make such a certificate trusted", async (t) => {
  const { origin } = await startCollector(t);
  process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
  t.after(() => delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"]);
  const { reached } = await gatherCollector({ baseUrl: origin }, {});
  assert.equal(reached?.status, "failed");
});

test("a collector that is not listening is a failure", async () => {
  const facts = await gatherCollector({ baseUrl: `https://127.0.0.1:${await freePort()}` }, {});
  assert.match(printed(judgeCollector(facts)), /ECONNREFUSED/);
});

test("a collector that never answers is a failure after the timeout", async (t) => {
  const facts = await gatherCollector({ baseUrl: `https://127.0.0.1:${await silentPort(t)}` }, {}, 50);
  assert.deepEqual(facts.reached, { status: "failed", code: "ETIMEDOUT" });
});

test("the fix for an unknown host names the setting", () => {
  assert.match(printed(judgeCollector(failed("ENOTFOUND"))), /baseUrl/);
});

for (const [code, says, fix] of [
  ["CERT_HAS_EXPIRED", /reached, but its certificate has expired/, /renew/],
  ["ERR_TLS_CERT_ALTNAME_INVALID", /reached, but its certificate is for another name/, /baseUrl/],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", /reached, but its certificate is not trusted/, /collectorCa/],
  ["ERR_SSL_WRONG_VERSION_NUMBER", /reached, but does not speak TLS/, /port/],
  ["ECONNREFUSED", /^collector\.example cannot be reached/, /network/],
] as const) {
  test(`${code}: says whether the collector was reached and what is wrong`, () => {
    const [check] = judgeCollector(failed(code));
    assert.match(check?.message ?? "", says);
    assert.match(check?.fix ?? "", fix);
  });
}

test("behind a proxy, which is not tested, a failed connection is a warning", async () => {
  const env = { NODE_USE_ENV_PROXY: "1", HTTPS_PROXY: "http://proxy" };
  const { hasProxy } = await gatherCollector({}, env);
  assert.equal(lines(judgeCollector({ ...failed("ETIMEDOUT"), hasProxy }))[0], "warning collector");
});

test("a collector that its CA file vouches for answers", async (t) => {
  const { origin, caFile } = await startCollector(t);
  const checks = judgeCollector(await gatherCollector({ baseUrl: origin, collectorCa: caFile }, {}));
  assert.equal(lines(checks)[0], "ok collector");
});

test("a CA file that cannot be used is a failure, and nothing is connected to", async (t) => {
  const { origin, caFile } = await startCollector(t);
  const facts = await gatherCollector({ baseUrl: origin, collectorCa: `${caFile}.missing` }, {});
  assert.equal(facts.reached, undefined);
  const checks = judgeCollector(facts);
  assert.equal(lines(checks)[0], "failure collector");
  assert.match(printed(checks), /cannot read the collector's CA file: no such file/);
  assert.match(checks[0]?.fix ?? "", /collectorCa/);
});
