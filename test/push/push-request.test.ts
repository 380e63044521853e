// The request that a collector gets (rule PUSH-2).
import assert from "node:assert/strict";
import { test } from "node:test";
import { pushSnapshot } from "../../src/push/push.ts";
import { startCollector } from "../support/collector.ts";
import { aSnapshot } from "../support/snapshots.ts";

const snapshot = aSnapshot();

test("the collector gets exactly one POST, with the snapshot as JSON", async (t) => {
  const { fetch, origin: baseUrl, requests } = await startCollector(t);
  await pushSnapshot({ baseUrl, snapshot, fetch });
  assert.equal(requests.length, 1);
  const [request] = requests;
  assert.equal(request?.method, "POST");
  assert.equal(request?.headers["content-type"], "application/json");
  assert.deepEqual(JSON.parse(request?.body ?? ""), snapshot);
});

for (const [base, path] of [
  ["", "/agent-usage"],
  ["/", "/agent-usage"],
  ["/team/a", "/team/a/agent-usage"],
  ["/team/a/", "/team/a/agent-usage"],
  ["/t%20m", "/t%20m/agent-usage"],
]) {
  test(`with a base URL that ends in ${JSON.stringify(base)} the push goes to ${path}`, async (t) => {
    const { fetch, origin, requests } = await startCollector(t);
    await pushSnapshot({ baseUrl: `${origin}${base}`, snapshot, fetch });
    assert.deepEqual(
      requests.map((request) => request.path),
      [path],
    );
  });
}

test("the collector's token is sent as a bearer token", async (t) => {
  const { fetch, origin: baseUrl, requests } = await startCollector(t);
  await pushSnapshot({ baseUrl, snapshot, token: "the-collectors-own", fetch });
  assert.equal(requests[0]?.headers.authorization, "Bearer the-collectors-own");
});

test("without a token no authorization is sent", async (t) => {
  const { fetch, origin: baseUrl, requests } = await startCollector(t);
  await pushSnapshot({ baseUrl, snapshot, fetch });
  await pushSnapshot({ baseUrl, snapshot, token: undefined, fetch });
  assert.deepEqual(
    requests.map(({ headers }) => headers.authorization),
    [undefined, undefined],
  );
});

for (const status of [429, 500, 503]) {
  test(`a push answered with ${status} is not retried`, async (t) => {
    const {
      fetch,
      origin: baseUrl,
      requests,
    } = await startCollector(t, {
      status,
      headers: { "retry-after": "0" },
    });
    await pushSnapshot({ baseUrl, snapshot, fetch });
    assert.equal(requests.length, 1);
  });
}
