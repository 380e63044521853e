// The collector on the page about the push contract works: the test takes it from there, runs it and pushes to it.
import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { request } from "../../src/base/net/request.ts";
import type { Snapshot, SnapshotDay } from "../../src/contract/index.ts";
import { pushSnapshot } from "../../src/push/push.ts";
import { makeCertificate } from "../support/certificate.ts";
import { MACHINE, OTHER_STATE_ID, TODAY } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { readPage } from "../support/pages.ts";
import { CLI, runProgram, startProgram } from "../support/program.ts";
import { secretsHome } from "../support/secrets-home.ts";
import { aSnapshot, counts } from "../support/snapshots.ts";

const TOKEN = "the-collectors-own-token";

interface Store {
  readonly machines: Record<string, Pick<Snapshot, "seq">>;
  readonly days: Record<string, SnapshotDay>;
}

/** The page's collector as a process of its own. */
async function startExample(t: TestContext) {
  const [, text] = /^```js\n(\/\/ collector\.mjs\n[\s\S]*?)^```$/m.exec(readPage("docs/contract.md")) ?? [];
  assert.ok(text !== undefined, "no collector on the page");
  const folder = await temporaryFolder(t);
  const { key, cert } = await makeCertificate();
  const [file, caFile, store] = ["collector.mjs", "cert.pem", "usage.json"].map((name) => join(folder, name));
  assert.ok(file && caFile && store);
  await writeFile(file, text);
  await writeFile(join(folder, "key.pem"), key);
  await writeFile(caFile, cert);
  const { waitForLine } = await startProgram(t, file, [], {
    env: {
      TLS_KEY: join(folder, "key.pem"),
      TLS_CERT: caFile,
      PUSH_TOKEN: TOKEN,
      HOST: "127.0.0.1",
      PORT: "0",
      STORE: store,
    },
  });
  const [port] = /\d+/.exec(await waitForLine(/^listening on port \d+$/)) ?? [];
  const baseUrl = `https://127.0.0.1:${port}`;
  return {
    baseUrl,
    caFile,
    push: (snapshot: Snapshot, token = TOKEN) =>
      pushSnapshot({ baseUrl, snapshot, token, fetch: (url, init) => request(url, init, { ca: cert }) }),
    kept: async () => JSON.parse(await readFile(store, "utf8")) as Store,
  };
}

/** A snapshot of days, each with its state and its number of requests. */
function snapshotOf(
  seq: number,
  days: Record<string, [SnapshotDay["state"], number]>,
  stateId?: string,
): Snapshot {
  const snapshot = aSnapshot();
  const list = Object.entries(days).map(([day, [state, requests]]): SnapshotDay => {
    return { day, state, models: [{ model: "model-a", ...counts(requests) }] };
  });
  return { ...snapshot, seq, ...(stateId && { stateId }), usage: { ...snapshot.usage, days: list } };
}

const place = (day: string) => `agent-usage ${MACHINE.id} ${day}`;
const requestsOn = ({ days }: Store, day: string) => days[place(day)]?.models[0]?.requests;

test("the built program pushes to the page's collector, which stores the day", async (t) => {
  const { baseUrl, caFile, kept } = await startExample(t);
  const { env, dir: home, put } = await secretsHome(t);
  await put("push-token", `${TOKEN}\n`);
  const { code, stderr } = await runProgram(t, CLI, ["beat"], {
    env: {
      ...env,
      HOME: home,
      AGENT_USAGE_BASE_URL: baseUrl,
      NODE_EXTRA_CA_CERTS: caFile,
      AGENT_USAGE_LIMITS: "off",
    },
  });
  assert.equal(code, 0, stderr);
  const { machines, days } = await kept();
  assert.equal(Object.values(machines)[0]?.seq, 1);
  assert.equal(Object.values(days).at(-1)?.models[0]?.requests, 1);
});

test("a push with a wrong token is refused, and nothing is stored", async (t) => {
  const { push, kept } = await startExample(t);
  assert.deepEqual(await push(aSnapshot(), "another"), { status: "failed", reason: "http_401" });
  await assert.rejects(kept(), { code: "ENOENT" });
});

test("a day that a later snapshot leaves out stays, and an open day follows the newest snapshot", async (t) => {
  const { push, kept } = await startExample(t);
  await push(snapshotOf(1, { "2026-11-10": ["frozen", 5], [TODAY]: ["open", 9] }));
  await push(snapshotOf(2, { [TODAY]: ["open", 8] }));
  const store = await kept();
  assert.deepEqual([requestsOn(store, "2026-11-10"), requestsOn(store, TODAY)], [5, 8]);
});

test("a late snapshot is answered as delivered but ignored; one of another state is not late", async (t) => {
  const { push, kept } = await startExample(t);
  await push(snapshotOf(7, { [TODAY]: ["open", 7] }));
  assert.equal((await push(snapshotOf(6, { [TODAY]: ["open", 6] }))).status, "delivered");
  assert.equal(requestsOn(await kept(), TODAY), 7);
  await push(snapshotOf(1, { [TODAY]: ["open", 8] }, OTHER_STATE_ID));
  assert.equal(requestsOn(await kept(), TODAY), 8);
});

test("a frozen day can be raised but never lowered", async (t) => {
  const { push, kept } = await startExample(t);
  await push(snapshotOf(1, { "2026-11-10": ["frozen", 5] }));
  await push(snapshotOf(2, { "2026-11-10": ["frozen", 4] }));
  assert.equal(requestsOn(await kept(), "2026-11-10"), 5);
  await push(snapshotOf(3, { "2026-11-10": ["frozen", 6] }));
  assert.equal(requestsOn(await kept(), "2026-11-10"), 6);
});

test("a frozen day that an open record raised stays frozen", async (t) => {
  const { push, kept } = await startExample(t);
  await push(snapshotOf(1, { "2026-11-10": ["frozen", 5] }));
  await push(snapshotOf(2, { "2026-11-10": ["open", 6] }));
  await push(snapshotOf(3, { "2026-11-10": ["open", 4] }));
  assert.equal(requestsOn(await kept(), "2026-11-10"), 6);
});

test("a late snapshot stays late after one of another state", async (t) => {
  const { push, kept } = await startExample(t);
  await push(snapshotOf(5, { [TODAY]: ["open", 5] }));
  await push(snapshotOf(1, { [TODAY]: ["open", 1] }, OTHER_STATE_ID));
  await push(snapshotOf(3, { [TODAY]: ["open", 3] }));
  assert.equal(requestsOn(await kept(), TODAY), 1);
});

test("the limit of 64 KiB counts bytes, not characters", async (t) => {
  const { baseUrl, caFile } = await startExample(t);
  const send = async (padding: string) => {
    const init = {
      method: "POST",
      headers: { authorization: `Bearer ${TOKEN}` },
      body: JSON.stringify({ ...aSnapshot(), padding }),
      redirect: "error",
      signal: new AbortController().signal,
    } as const;
    return (await request(`${baseUrl}/agent-usage`, init, { ca: await readFile(caFile) })).status;
  };
  assert.deepEqual([await send("a".repeat(40_000)), await send("ä".repeat(40_000))], [204, 413]);
});
