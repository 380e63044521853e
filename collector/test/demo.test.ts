// A collector with made-up data: what is in it, what it shows, and that nothing is left of it.
import assert from "node:assert/strict";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { after, test } from "node:test";
import { COLLECTOR_CLI, runCollector } from "../../test/support/collector-program.ts";
import { temporaryFolder } from "../../test/support/folder.ts";
import { runProgram } from "../../test/support/program.ts";
import { CAST, fillPast, keepPushing, sendNowhere } from "../src/demo/index.ts";
import { openStore } from "../src/store/index.ts";
import { openAlerts } from "../src/web/alerts/index.ts";
import { signInWith } from "./support/people.ts";

const NOW = Date.parse("2026-11-19T19:00:00Z");
const TODAY = "2026-11-19";
const scene = { seed: 1, now: NOW, days: 40, cast: CAST };
const never = new AbortController().signal;

/** Read by several tests; the last of them adds to it. */
const filled = await filledStore({ after });

async function filledStore(t: Parameters<typeof temporaryFolder>[0]) {
  const opened = await openStore({
    database: `sqlite:${join(await temporaryFolder(t), "collector.db")}`,
    makeAuthority: async () => ({ certificate: "", key: "" }),
  });
  assert.ok(opened.status === "open");
  const { store } = opened;
  t.after(() => store.close());
  const past = await fillPast(store, scene, never);
  assert.ok(past.status === "filled");
  return { store, senders: past.senders };
}

test("a demo has every kind of machine, limits of three accounts, and sums that are right", async () => {
  const { store } = filled;
  assert.deepEqual(await store.verify(), []);
  const machines = await store.machines();
  const labels = (is: (machine: (typeof machines)[number]) => boolean) =>
    machines.filter(is).map(({ label }) => label);
  assert.equal(machines.length, 12);
  assert.deepEqual(
    labels(({ archived }) => archived),
    ["lena-old-macbook"],
  );
  assert.deepEqual(
    labels(({ revoked }) => revoked),
    ["contractor-laptop"],
  );
  assert.deepEqual(
    labels(({ twoHomesAt }) => twoHomesAt !== null),
    ["gpu-box"],
  );
  assert.deepEqual(
    labels(({ account }) => account === null),
    ["home-server"],
  );
  assert.deepEqual(
    labels(({ agentUsageVersion }) => agentUsageVersion === "0.0.7"),
    ["build-mac-mini"],
  );
  const silent = labels(
    ({ archived, revoked, lastSeen }) => !archived && !revoked && (lastSeen ?? 0) < NOW - 86_400_000,
  );
  assert.deepEqual(silent, ["ines-laptop"]);
  const owners = new Set((await store.limits()).map(({ account }) => account));
  assert.deepEqual(owners, new Set(["mobile", "platform", "research"]));
  const resets = (await store.limitsHistory(0, NOW)).map(({ kind, resetsAt }) => `${kind} ${resetsAt}`);
  assert.ok(new Set(resets).size > 20);
});

test("a demo has people, channels and alerts of the last days, which its own channels got without a request", async () => {
  const { store } = filled;
  assert.deepEqual(
    (await store.secrets.people()).map(({ name }) => name),
    ["lena", "marco", "yuki"],
  );
  const channels = await store.alerts.channels();
  assert.ok(channels.every(({ name, host }) => name.endsWith("(demo)") && host.endsWith(".invalid")));
  const deliveries = (await store.alerts.list(100, 1e6)).flatMap((alert) => alert.deliveries);
  assert.ok(deliveries.length > 5);
  assert.ok(deliveries.some(({ status }) => status === "delivered"));
  const open = await openAlerts(store, NOW);
  assert.deepEqual(
    open.flatMap((one) => (one.why === "silence" ? [one.machine.name] : [])),
    ["ines-laptop"],
  );
  const sent: string[] = [];
  const send = sendNowhere(async ({ url }) => {
    sent.push(url);
    return { answer: "rejected", status: 404 };
  }, Date.now);
  for (const url of [`https://${channels[0]?.host}/x`, "https://demo.invalid.example.com/x"])
    await send({ url, headers: {}, body: "" }, never);
  assert.deepEqual(sent, ["https://demo.invalid.example.com/x"]);
});

test("the same seed and time give the same figures, and running machines add to today", async (t) => {
  const [first, second] = [filled, await filledStore(t)];
  const query = { from: "2026-10-01", to: TODAY, by: ["day", "model"] as const };
  const before = await first.store.usage(query);
  assert.ok(before.length > 40);
  assert.deepEqual(await second.store.usage(query), before);

  let kept = 0;
  const { store, senders } = first;
  let at = NOW;
  await new Promise<void>((resolve) => {
    const stop = keepPushing({
      scene,
      senders,
      clock: () => (at += 1_000),
      onKept: () => {
        kept += 1;
        if (kept === 2) void stop().then(resolve);
      },
      everyMs: 1,
    });
  });
  const todays = async (from: typeof store) =>
    (await from.usage({ from: TODAY, to: TODAY, by: [] }))[0]?.requests ?? 0n;
  assert.ok((await todays(store)) > (await todays(second.store)));
  assert.deepEqual(await store.verify(), []);
});

test("--demo shows an overview with figures, and nothing of it is left after SIGTERM", async (t) => {
  const temporary = await temporaryFolder(t);
  const args = ["--demo", "--listen", "127.0.0.1:0", "--local", "off"];
  const findData = async () => join(temporary, (await readdir(temporary))[0] ?? "");
  const collector = await runCollector(t, { args, env: { TMPDIR: temporary }, findData });
  assert.equal((await stat(collector.data)).mode & 0o777, 0o700);
  // Without a terminal, the link is in the log: it leads to made-up data.
  const opened = await collector.program.waitForLine(/^Open as admin:/);
  const [, secret = ""] = /#(aul_[\w-]+)/.exec(opened) ?? [];
  const { get } = await signInWith(collector, "/login", secret);
  const { status, body } = await get("/?range=1y");
  assert.equal(status, 200);
  for (const text of ["lena-macbook", "Opus 5.5", "platform", "1 revoked", "Two copies push as <a"])
    assert.ok(body.includes(text), text);
  assert.doesNotMatch(body, /No data for these days/);
  collector.program.child.kill("SIGTERM");
  const { code, stdout, stderr } = await collector.program.ended;
  assert.equal(code, 0);
  assert.match(stderr, /made-up/);
  assert.doesNotMatch(stdout, /aul_|auc_/);
  assert.doesNotMatch(stderr, /auc_/);
  assert.deepEqual(await readdir(temporary), []);
  // What a real collector would use is not there either.
  assert.deepEqual(await readdir(collector.home), []);
});

test("--demo with a database or a folder is refused", async (t) => {
  for (const given of ["--data=/nowhere", "--database=sqlite:/nowhere/db"]) {
    const { code, stderr } = await runProgram(t, COLLECTOR_CLI, ["serve", "--demo", given]);
    assert.equal(code, 1);
    assert.match(stderr, /--demo makes a database of its own/);
  }
});
