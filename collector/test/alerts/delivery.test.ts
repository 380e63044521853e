// Delivery: claimed so that of many processes one sends, tried again for a day, taken over from a process that was killed.
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import type { RequestListener } from "node:http";
import { createServer } from "node:https";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { fileURLToPath } from "node:url";
import { aChannel, alertsOn } from "../../../test/support/alerts.ts";
import { makeCertificate } from "../../../test/support/certificate.ts";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { listen } from "../../../test/support/loopback.ts";
import {
  openOrFail,
  STORE_OPTIONS,
  sharedServer,
  testOnEach,
} from "../../../test/support/store/databases.ts";
import { ADMIN, HOUR, NOW } from "../../../test/support/store/fleet.ts";
import { postgresMissing } from "../../../test/support/store/postgres.ts";
import type { Answer } from "../../src/alerts/index.ts";
import { type NewAlert, openStore, type Store } from "../../src/store/index.ts";

const MINUTE = 60_000;
const LEASE = MINUTE;
const PROCESS = fileURLToPath(new URL("../../../test/support/alert-process.ts", import.meta.url));

function alertOf(n: number): NewAlert {
  return {
    what: "percent",
    account: `team ${n}`,
    machine: null,
    kind: "weekly",
    group: "weekly",
    model: null,
    threshold: 80,
    percent: 81,
    windowAt: NOW + 99 * HOUR,
    runsOutAt: null,
    at: NOW,
    muted: false,
    uid: `msg_${n}_${Math.random()}`,
    title: `alert ${n}`,
    body: "text",
    until: NOW + 24 * HOUR,
  };
}

/** Raises alerts to every channel. */
async function raise(store: Store, count: number, change: Partial<NewAlert> = {}): Promise<void> {
  const channels = (await store.alerts.channels()).map(({ id }) => id);
  for (let n = 0; n < count; n++) {
    const alert = { ...alertOf(n), ...change };
    assert.equal(await store.alerts.raise(alert, channels, () => false), true);
  }
}

/** What became of the newest alert: how it ended, and each answer with how many minutes after the alert. */
async function outcome(store: Store): Promise<[string, ...(readonly [string, number])[]]> {
  const [alert] = await store.alerts.list(1);
  const [delivery] = alert?.deliveries ?? [];
  assert.ok(delivery !== undefined);
  const attempts = delivery.attempts.map(
    ({ answer, at }) => [answer, Math.round((at - NOW) / MINUTE)] as const,
  );
  return [delivery.status, ...attempts];
}

/** Lets time pass, from one attempt to the next, until nothing is left to do. */
async function runThrough(store: Store, answers: (attempt: number) => Answer): Promise<number[]> {
  let now = NOW;
  const waits: number[] = [];
  const send = async () => answers(waits.length);
  const alerts = alertsOn(store, { clock: () => now, send });
  for (;;) {
    await alerts.deliver();
    const [delivery] = (await store.alerts.list(1))[0]?.deliveries ?? [];
    if (delivery === undefined || delivery.status !== "pending") return waits;
    waits.push(delivery.nextAt - now);
    now = delivery.nextAt;
  }
}

const failing: Answer = { answer: "failing", status: 500 };

testOnEach("500 and then 200: it is tried again, and both answers are kept", async (store) => {
  await aChannel(store);
  await raise(store, 1);
  await runThrough(store, (attempt) => (attempt === 0 ? failing : { answer: "delivered", status: 200 }));
  assert.deepEqual(await outcome(store), ["delivered", ["failing", 0], ["delivered", 0]]);
});

testOnEach("what keeps failing is tried for a day, with waits that grow up to an hour", async (store) => {
  await aChannel(store);
  await raise(store, 1);
  const waits = await runThrough(store, () => failing);
  assert.deepEqual(
    waits.slice(0, 6).map((wait) => wait / 1000),
    [10, 30, 90, 270, 810, 2430],
  );
  assert.ok(waits.slice(6).every((wait) => wait === HOUR));
  const total = waits.reduce((sum, wait) => sum + wait, 0);
  assert.ok(total < 24 * HOUR && total > 22 * HOUR, String(total / HOUR));
  assert.equal((await outcome(store))[0], "gave_up");
});

testOnEach("an answer that another try would not change ends it", async (store) => {
  await aChannel(store);
  for (const answer of ["rejected", "redirected", "private_address"] as const) {
    await raise(store, 1);
    assert.deepEqual(await runThrough(store, () => ({ answer, status: null })), []);
    assert.deepEqual(await outcome(store), ["failed", [answer, 0]]);
  }
});

testOnEach("nobody hears of a window once it has ended", async (store) => {
  await aChannel(store);
  await raise(store, 1, { until: NOW + MINUTE });
  await runThrough(store, () => failing);
  assert.deepEqual(await outcome(store), ["gave_up", ["failing", 0], ["failing", 0], ["failing", 1]]);
});

testOnEach("a channel that is removed or switched off gets nothing more", async (store) => {
  const [gone, off, on] = [await aChannel(store), await aChannel(store), await aChannel(store)];
  await raise(store, 1);
  await store.alerts.removeChannel(gone, ADMIN);
  await store.alerts.changeChannel(off, { enabled: false }, ADMIN);
  let sent = 0;
  const send = async () => {
    sent++;
    return { answer: "delivered", status: 204 } as const;
  };
  await alertsOn(store, { send }).deliver();
  const [alert] = await store.alerts.list(1);
  assert.deepEqual(
    [sent, alert?.deliveries.map(({ status }) => status)],
    [1, ["dropped", "dropped", "delivered"]],
  );
  assert.ok(on);
});

testOnEach("of several that want a delivery one gets it, until its lease ends", async (store) => {
  await aChannel(store);
  await raise(store, 1);
  const claims = await Promise.all([1, 2, 3, 4].map(() => store.alerts.claim(NOW, LEASE)));
  const [held, ...others] = claims.filter((claim) => claim !== undefined);
  assert.ok(held !== undefined && others.length === 0);
  assert.equal(await store.alerts.claim(NOW + LEASE - 1, LEASE), undefined);
  const taken = await store.alerts.claim(NOW + LEASE, LEASE);
  assert.equal(taken?.id, held.id);
  const delivered = { status: "delivered", doneAt: NOW } as const;
  assert.equal(await store.alerts.settle(held, undefined, { status: "failed", doneAt: NOW }), false);
  assert.ok(taken && (await store.alerts.settle(taken, undefined, delivered)));
  assert.equal((await outcome(store))[0], "delivered");
});

testOnEach("a stop frees what is under way, and the next process sends it", async (store) => {
  await aChannel(store);
  await raise(store, 1);
  let hasArrived = () => {};
  const arrived = new Promise<void>((resolve) => {
    hasArrived = resolve;
  });
  const alerts = alertsOn(store, {
    graceMs: 0,
    send: (_message, signal) =>
      new Promise((resolve) => {
        signal.addEventListener("abort", () => resolve({ answer: "stopped", status: null }));
        hasArrived();
      }),
  });
  const under = alerts.deliver();
  await arrived;
  await Promise.all([alerts.stop(), under]);
  await alertsOn(store).deliver();
  assert.deepEqual(await outcome(store), ["delivered", ["stopped", 0], ["delivered", 0]]);
});

testOnEach(
  "old alerts are removed with their deliveries, and those of a window that goes on stay",
  async (store) => {
    await aChannel(store);
    await raise(store, 1, { at: NOW - 9 * HOUR, windowAt: NOW - 9 * HOUR });
    await raise(store, 1, { at: NOW - 9 * HOUR, windowAt: NOW + HOUR });
    assert.equal(await store.alerts.pruneAlerts(NOW - HOUR), 1);
    assert.equal((await store.alerts.list(9)).length, 1);
  },
);

// Real processes.

const certificate = await makeCertificate({ name: "hooks.example" });

async function receiverAt(t: TestContext, listener: RequestListener): Promise<number> {
  return listen(t, createServer({ key: certificate.key, cert: certificate.cert }, listener));
}

/** A process on a database that waits for a word. */
async function startProcess(
  t: TestContext,
  database: string,
  port: number,
  ahead = 0,
): Promise<ChildProcess> {
  const caFile = join(await temporaryFolder(t), "ca.pem");
  await writeFile(caFile, certificate.cert);
  const words = [PROCESS, database, String(port), caFile, String(ahead)];
  const child = spawn(process.execPath, ["--import", "tsx", ...words], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  t.after(() => child.kill("SIGKILL"));
  assert.ok(child.stdout);
  await once(child.stdout, "data");
  return child;
}

async function go(child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  child.stdin?.write("go\n");
  await ended;
}

test("PostgreSQL: two processes deliver each of 40 alerts once", async (t) => {
  const missing = await postgresMissing();
  if (missing !== false) return t.skip(missing);
  const database = await (await sharedServer()).createDatabase();
  const store = await openOrFail(t, { ...STORE_OPTIONS, database });
  await aChannel(store);
  await raise(store, 40);
  const got: string[] = [];
  const port = await receiverAt(t, (request, response) => {
    request.on("data", (chunk: Buffer) => got.push(String(chunk).split("\\n")[0] ?? ""));
    request.on("end", () => response.end());
  });
  const children = await Promise.all([startProcess(t, database, port), startProcess(t, database, port)]);
  await Promise.all(children.map(go));
  assert.equal(got.length, 40);
  assert.equal(new Set(got).size, 40);
  const alerts = await store.alerts.list(99);
  assert.ok(alerts.every(({ deliveries }) => deliveries[0]?.status === "delivered"));
});

test("two processes that raise the same alerts at the same time raise each once", async (t) => {
  const missing = await postgresMissing();
  if (missing !== false) return t.skip(missing);
  const database = await (await sharedServer()).createDatabase();
  const stores = [
    await openOrFail(t, { ...STORE_OPTIONS, database }),
    await openOrFail(t, { ...STORE_OPTIONS, database }),
  ];
  const raised = await Promise.all(
    Array.from({ length: 20 }, (_, n) => n).flatMap((n) =>
      stores.map((store) => store.alerts.raise(alertOf(n), [], ({ threshold }) => threshold === 80)),
    ),
  );
  assert.equal(raised.filter(Boolean).length, 20);
  assert.equal((await stores[0]?.alerts.list(99))?.length, 20);
});

test("kill -9 between the claim and the answer: once its lease ends, the next process sends it", async (t) => {
  const database = `sqlite:${join(await temporaryFolder(t), "collector.db")}`;
  const opened = await openStore({ ...STORE_OPTIONS, database });
  assert.ok(opened.status === "open");
  await aChannel(opened.store);
  await raise(opened.store, 1);
  // One process runs on a SQLite file.
  await opened.store.close();
  const asked: string[] = [];
  let hasArrived = () => {};
  const arrived = new Promise<void>((resolve) => {
    hasArrived = resolve;
  });
  const port = await receiverAt(t, (request, response) => {
    request.resume();
    asked.push("asked");
    if (asked.length === 1) hasArrived();
    else response.end();
  });
  const killed = await startProcess(t, database, port);
  const ended = go(killed);
  await arrived;
  killed.kill("SIGKILL");
  await ended;
  await go(await startProcess(t, database, port, LEASE - 1));
  assert.equal(asked.length, 1, "the lease holds");
  await go(await startProcess(t, database, port, LEASE));
  assert.equal(asked.length, 2);
});
