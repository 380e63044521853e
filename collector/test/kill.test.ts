// kill -9 at random instants while machines push over TLS. AGENT_USAGE_LONG_TESTS=1 for 1,000 rounds.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { Agent, request } from "node:https";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type RunningCollector, runCollector } from "../../test/support/collector-program.ts";
import { SNAPSHOT } from "../../test/support/collector-snapshot.ts";
import { joinedWith, machineId } from "../../test/support/joined.ts";

const ROUNDS = process.env["AGENT_USAGE_LONG_TESTS"] === "1" ? 1_000 : 6;
const MACHINES = 4;
const DAY = "2026-11-20";
/** The most pushes that a round acknowledges before its kill. */
const MOST_PUSHES = 100;

interface Pusher {
  readonly id: string;
  readonly token: string;
  /** The `seq` of its last push, which is also how many requests that push reports. */
  sent: number;
  /** The greatest `seq` that got a 204. */
  acknowledged: number;
}

/** 30 frozen days, and one that changes with each push. */
function bodyOf({ id, sent }: Pusher): string {
  const counts = { inputTokens: 1, outputTokens: 1, cacheCreationTokens: 1, cacheReadTokens: 1 };
  const day = (name: string, state: string, requests: number) => ({
    day: name,
    state,
    models: [{ model: "large", requests, ...counts }],
  });
  const frozen = Array.from({ length: 30 }, (_, index) =>
    day(`2026-10-${String(index + 1).padStart(2, "0")}`, "frozen", 1),
  );
  const days = [...frozen, day(DAY, "open", sent)];
  return JSON.stringify({
    ...SNAPSHOT,
    machine: { ...SNAPSHOT.machine, id },
    seq: sent,
    usage: { ...SNAPSHOT.usage, since: "2026-10-01", days },
  });
}

/** @returns the status; 0 if the connection broke */
function push(agent: Agent, url: string, token: string, body: string): Promise<number> {
  return new Promise((resolve) => {
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    const call = request(new URL("/agent-usage", url), { method: "POST", agent, headers });
    call.on("error", () => resolve(0));
    call.on("response", (response) => {
      // Acknowledged once its head has arrived: 204 has no body.
      resolve(response.statusCode ?? 0);
      response.on("error", () => {}).resume();
    });
    call.end(body);
  });
}

/** All machines push as fast as they can until the collector is killed at some instant. */
async function pushUntilKilled({ url, caFile, program }: RunningCollector, pushers: readonly Pusher[]) {
  const agent = new Agent({ keepAlive: true, ca: await readFile(caFile) });
  let left = 1 + Math.floor(Math.random() * MOST_PUSHES);
  const pushOn = async (pusher: Pusher) => {
    for (;;) {
      pusher.sent++;
      const status = await push(agent, url, pusher.token, bodyOf(pusher));
      if (status === 0) return;
      assert.equal(status, 204);
      pusher.acknowledged = pusher.sent;
      if (--left === 0) void sleep(Math.random() * 3).then(() => program.child.kill("SIGKILL"));
    }
  };
  await Promise.all(pushers.map(pushOn));
  assert.equal((await program.ended).signal, "SIGKILL");
  agent.destroy();
}

test("every snapshot that was acknowledged before a kill -9 is there after it", async (t) => {
  let collector = await runCollector(t);
  const { code } = await collector.invite("--uses", String(MACHINES));
  const key = await collector.key();
  const pushers: Pusher[] = [];
  for (let n = 1; n <= MACHINES; n++) {
    const id = machineId(n);
    const token = await joinedWith(collector, code, { ...SNAPSHOT.machine, id });
    pushers.push({ id, token, sent: 0, acknowledged: 0 });
  }
  for (let round = 1; round <= ROUNDS; round++) {
    await pushUntilKilled(collector, pushers);
    collector = await runCollector(t, { home: collector.home });
    const { body } = await collector.send("GET", `/api/v1/usage?from=${DAY}&to=${DAY}&by=machine`, {
      token: key,
    });
    const { rows } = JSON.parse(body) as { rows: { machine: string; requests: number }[] };
    for (const [index, { sent, acknowledged }] of pushers.entries()) {
      const kept = rows.find(({ machine }) => machine === String(index + 1))?.requests ?? 0;
      assert.ok(
        acknowledged <= kept && kept <= sent,
        `round ${round}: ${acknowledged} <= ${kept} <= ${sent}`,
      );
    }
  }
  const { code: exit, stdout } = await collector.command("doctor", "--verify");
  assert.equal(exit, 0, stdout);
  t.diagnostic(`${ROUNDS} kills, ${pushers.reduce((sum, { acknowledged }) => sum + acknowledged, 0)} pushes`);
});
