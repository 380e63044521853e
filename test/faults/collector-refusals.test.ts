// A beat in its own process whose collector refuses it, with a status or a redirect. It is logged once, the token goes
// nowhere else, and the next beat pushes everything. AGENT_USAGE_LONG_TESTS=1 for every status.
import assert from "node:assert/strict";
import { createServer, type IncomingMessage } from "node:http";
import { type TestContext, test } from "node:test";
import { type Answer, startCollector } from "../support/collector.ts";
import { PUSH_TOKEN } from "../support/home.ts";
import { LONG_RUN_ONLY, MARK } from "../support/hostile-behaviors.ts";
import { listen } from "../support/loopback.ts";
import {
  assertNextBeatPushesAll,
  assertNothingLeaked,
  assertOneWarning,
  caBundle,
  observedBeat,
  usedHome,
} from "../support/observed-beat.ts";
import { CLI } from "../support/program.ts";

const unlessCommon = (status: number) => ([401, 500, 302].includes(status) ? false : LONG_RUN_ONLY);

/** Runs a beat with this collector; fails unless it makes one request, exits with 3 and logs one warning. */
async function refused(
  t: TestContext,
  answer: Answer,
  why: string,
  words: RegExp,
  caFiles: readonly string[] = [],
): Promise<void> {
  const home = await usedHome(t);
  const collector = await startCollector(t, answer);
  const beat = await observedBeat(t, CLI, {
    ...home.env,
    AGENT_USAGE_LIMITS: "off",
    AGENT_USAGE_BASE_URL: collector.origin,
    NODE_EXTRA_CA_CERTS: await caBundle(t, collector.caFile, ...caFiles),
  });
  assert.deepEqual([beat.code, beat.result.push], [3, { status: "failed", reason: why }]);
  assertOneWarning(beat, "push", why, words);
  assertNothingLeaked(beat, home, MARK, collector.origin);
  assert.deepEqual(
    collector.requests.map(({ headers }) => headers.authorization),
    [`Bearer ${PUSH_TOKEN}`],
  );
  await assertNextBeatPushesAll(await startCollector(t), home);
}

for (const [status, words] of [
  [401, /^push failed: the collector refused the push token.* \(HTTP 401\).* Fix: .*pushTokenFile/],
  [403, /^push failed: the collector refused the push token.* \(HTTP 403\).* Fix: .*pushTokenFile/],
  [413, /^push failed: the snapshot is too large for the collector \(HTTP 413\); /],
  [429, /^push failed: the collector answered HTTP 429; /],
  [500, /^push failed: the collector answered HTTP 500; /],
  [503, /^push failed: the collector answered HTTP 503; /],
] as const) {
  test(`a collector that answers ${status} with a retry-after`, { skip: unlessCommon(status) }, (t) => {
    const headers = {
      "retry-after": "0",
      "www-authenticate": `Basic realm="${MARK}"`,
      "set-cookie": `a=${MARK}`,
    };
    return refused(t, { status, headers, body: `${MARK} ${PUSH_TOKEN}` }, `http_${status}`, words);
  });
}

const NOT_REACHED =
  /^push failed: the collector cannot be reached, .*, or it redirects; .*\. Fix: run "agent-usage doctor" to see which$/;

for (const status of [301, 302, 303, 307, 308]) {
  test(`a collector that redirects with ${status} to another trusted server`, {
    skip: unlessCommon(status),
  }, async (t) => {
    const elsewhere = await startCollector(t);
    const location = `${elsewhere.origin}/${MARK}`;
    await refused(t, { status, headers: { location } }, "network", NOT_REACHED, [elsewhere.caFile]);
    assert.deepEqual(elsewhere.requests, []);
  });

  test(`a collector that redirects with ${status} to a server without TLS`, {
    skip: unlessCommon(status),
  }, async (t) => {
    const received: IncomingMessage[] = [];
    const port = await listen(
      t,
      createServer((request, response) => {
        received.push(request);
        response.end();
      }),
    );
    const location = `http://127.0.0.1:${port}/${MARK}`;
    await refused(t, { status, headers: { location } }, "network", NOT_REACHED);
    assert.deepEqual(received, []);
  });
}

test("a collector that redirects to a URL with a user name and a password", async (t) => {
  const elsewhere = await startCollector(t);
  const location = elsewhere.origin.replace("//", `//${MARK}:${MARK}@`);
  await refused(t, { status: 302, headers: { location } }, "network", NOT_REACHED, [elsewhere.caFile]);
  assert.deepEqual(elsewhere.requests, []);
});

test("control: the target of the redirects accepts a push that is sent to it directly", async (t) => {
  const [first, elsewhere] = [await startCollector(t), await startCollector(t)];
  const { env } = await usedHome(t);
  const { code } = await observedBeat(t, CLI, {
    ...env,
    AGENT_USAGE_LIMITS: "off",
    AGENT_USAGE_BASE_URL: elsewhere.origin,
    NODE_EXTRA_CA_CERTS: await caBundle(t, first.caFile, elsewhere.caFile),
  });
  assert.deepEqual([code, elsewhere.requests.length], [0, 1]);
});
