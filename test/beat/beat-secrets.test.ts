// Rule SAFETY-2: the vendor's token goes only to the usage URL, the collector's only to the collector, and neither is
// written anywhere.
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { USAGE_URL } from "../../src/limits/fetch.ts";
import { BASE_URL, makeWorld, type World } from "../support/beat-world.ts";
import type { Answer, Seen } from "../support/collector.ts";
import { ACCESS_TOKEN, PUSH_TOKEN } from "../support/home.ts";

const ANSWERS: readonly (Answer | undefined)[] = [
  undefined,
  { status: 401, body: `{"error":"${ACCESS_TOKEN} ${PUSH_TOKEN}"}` },
  { status: 302, headers: { location: "/elsewhere" } },
  { status: 307, headers: { location: `${BASE_URL}/agent-usage` } },
  { status: 308, headers: { location: USAGE_URL } },
  { status: 500 },
  "reset",
];

/** Where each token was sent: the URL, and whether it was only in its own header. */
function sent({ calls }: World, token: string) {
  return calls
    .filter((call) => JSON.stringify(call).includes(token))
    .map(({ url, headers, body }) => [
      url,
      headers["authorization"] === `Bearer ${token}`,
      JSON.stringify({ ...headers, authorization: "", body }).includes(token),
    ]);
}

async function textsIn(folder: string): Promise<string> {
  const names = await readdir(folder);
  return (await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")))).join("\n");
}

/** From the calls that were made and from the requests that the two servers got, where a followed redirect would show. */
function assertKeptApart(world: World): void {
  const holding = (requests: readonly Seen[], token: string) =>
    requests.filter((request) => JSON.stringify(request).includes(token)).length;
  const { vendor, collector } = world;
  assert.deepEqual([vendor.requests.length, collector.requests.length], [1, 1]);
  assert.deepEqual([holding(vendor.requests, ACCESS_TOKEN), holding(vendor.requests, PUSH_TOKEN)], [1, 0]);
  assert.deepEqual(
    [holding(collector.requests, PUSH_TOKEN), holding(collector.requests, ACCESS_TOKEN)],
    [1, 0],
  );
  assert.deepEqual(sent(world, ACCESS_TOKEN), [[USAGE_URL, true, false]]);
  assert.deepEqual(sent(world, PUSH_TOKEN), [[`${BASE_URL}/agent-usage`, true, false]]);
}

for (const vendor of ANSWERS) {
  const what = vendor === undefined ? "all is well" : `the vendor answers ${JSON.stringify(vendor)}`;
  test(`if ${what}, each token goes to its own place, once`, async (t) => {
    const world = await makeWorld(t);
    if (vendor !== undefined) world.vendor.answer(vendor);
    await world.beat();
    assertKeptApart(world);
  });
}

for (const collector of ANSWERS.slice(1)) {
  test(`if the collector answers ${JSON.stringify(collector)}, each token goes to its own place, once`, async (t) => {
    const world = await makeWorld(t);
    world.collector.answer(collector ?? "never");
    await world.beat();
    assertKeptApart(world);
  });
}

for (const name of ["TimeoutError", "AbortError", "TypeError"]) {
  test(`if both calls end with a ${name}, each token went to its own place, once`, async (t) => {
    const world = await makeWorld(t);
    const result = await world.beat({
      fetch: async (...call) => {
        await world.fetch(...call);
        throw Object.assign(new Error(`${ACCESS_TOKEN} ${PUSH_TOKEN}`), { name });
      },
    });
    assertKeptApart(world);
    assert.ok(!JSON.stringify(result).includes("token"), JSON.stringify(result));
  });
}

test("no token is in the result, the log or the state folder, whatever the answers", async (t) => {
  for (const answer of ANSWERS) {
    const world = await makeWorld(t);
    if (answer !== undefined) {
      world.vendor.answer(answer);
      world.collector.answer(answer);
    }
    const result = await world.beat();
    const written = [JSON.stringify(result), ...world.logged, await textsIn(world.stateDir)].join("\n");
    for (const token of [ACCESS_TOKEN, PUSH_TOKEN]) assert.ok(!written.includes(token));
  }
});

test("without a push token the push has none", async (t) => {
  const world = await makeWorld(t);
  const { pushTokenFile: _, ...config } = world.config;
  await world.beat({ config });
  assert.equal(world.collector.requests[0]?.headers.authorization, undefined);
});

test("a push token that has gone missing: the push is sent without it, with an error in the log", async (t) => {
  const world = await makeWorld(t);
  const pushTokenFile = join(world.home, "gone");
  await world.beat({ config: { ...world.config, pushTokenFile } });
  assert.equal(world.collector.requests[0]?.headers.authorization, undefined);
  assert.ok(world.logged.some((text) => text.startsWith("error ") && text.includes("push token")));
  assert.ok(!world.logged.join("\n").includes(world.home));
});
