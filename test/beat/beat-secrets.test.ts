// Rule SAFETY-2: the vendor's token goes to the usage URL alone, the collector's to the collector alone; and neither
// is written anywhere.
import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { USAGE_URL } from "../../src/limits/fetch.ts";
import { BASE_URL, makeWorld, PUSH_TOKEN, VENDOR_TOKEN, type World } from "../support/beat-world.ts";
import type { Answer, Seen } from "../support/collector.ts";

const ANSWERS: readonly (Answer | undefined)[] = [
  undefined,
  { status: 401, body: `{"error":"${VENDOR_TOKEN} ${PUSH_TOKEN}"}` },
  { status: 302, headers: { location: "/elsewhere" } },
  { status: 307, headers: { location: `${BASE_URL}/agent-usage` } },
  { status: 308, headers: { location: USAGE_URL } },
  { status: 500 },
  "reset",
];

/** Where each token was sent, as `url` and whether it stood in the one header that it belongs in. */
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

/** As the calls were made, and as the two servers saw them: a redirect that is followed shows in the latter alone. */
function assertKeptApart(world: World): void {
  const holding = (requests: readonly Seen[], token: string) =>
    requests.filter((request) => JSON.stringify(request).includes(token)).length;
  const { vendor, collector } = world;
  assert.deepEqual([vendor.requests.length, collector.requests.length], [1, 1]);
  assert.deepEqual([holding(vendor.requests, VENDOR_TOKEN), holding(vendor.requests, PUSH_TOKEN)], [1, 0]);
  assert.deepEqual(
    [holding(collector.requests, PUSH_TOKEN), holding(collector.requests, VENDOR_TOKEN)],
    [1, 0],
  );
  assert.deepEqual(sent(world, VENDOR_TOKEN), [[USAGE_URL, true, false]]);
  assert.deepEqual(sent(world, PUSH_TOKEN), [[`${BASE_URL}/agent-usage`, true, false]]);
}

for (const vendor of ANSWERS) {
  const what = vendor === undefined ? "all is well" : `the vendor answers ${JSON.stringify(vendor)}`;
  test(`where ${what} each token goes to its own place, once`, async (t) => {
    const world = await makeWorld(t);
    if (vendor !== undefined) world.vendor.answer(vendor);
    await world.beat();
    assertKeptApart(world);
  });
}

for (const collector of ANSWERS.slice(1)) {
  test(`where the collector answers ${JSON.stringify(collector)} each token goes to its own place, once`, async (t) => {
    const world = await makeWorld(t);
    world.collector.answer(collector ?? "never");
    await world.beat();
    assertKeptApart(world);
  });
}

for (const name of ["TimeoutError", "AbortError", "TypeError"]) {
  test(`where both calls end with a ${name} each token went to its own place, once`, async (t) => {
    const world = await makeWorld(t);
    const result = await world.beat({
      fetch: async (...call) => {
        await world.fetch(...call);
        throw Object.assign(new Error(`${VENDOR_TOKEN} ${PUSH_TOKEN}`), { name });
      },
    });
    assertKeptApart(world);
    assert.ok(!JSON.stringify(result).includes("token"), JSON.stringify(result));
  });
}

test("no token stands in the result, the log or the state folder, whatever is answered", async (t) => {
  for (const answer of ANSWERS) {
    const world = await makeWorld(t);
    if (answer !== undefined) {
      world.vendor.answer(answer);
      world.collector.answer(answer);
    }
    const result = await world.beat();
    const written = [JSON.stringify(result), ...world.logged, await textsIn(world.stateDir)].join("\n");
    for (const token of [VENDOR_TOKEN, PUSH_TOKEN]) assert.ok(!written.includes(token));
  }
});

test("where no push token is configured the push carries none", async (t) => {
  const world = await makeWorld(t);
  const { pushTokenFile: _, ...config } = world.config;
  await world.beat({ config });
  assert.equal(world.collector.requests[0]?.headers.authorization, undefined);
});

test("a push token that is gone since the start: the push goes without one, and that is said", async (t) => {
  const world = await makeWorld(t);
  const pushTokenFile = join(world.home, "gone");
  await world.beat({ config: { ...world.config, pushTokenFile } });
  assert.equal(world.collector.requests[0]?.headers.authorization, undefined);
  assert.ok(world.logged.some((text) => text.startsWith("error ") && text.includes("push token")));
  assert.ok(!world.logged.join("\n").includes(world.home));
});
