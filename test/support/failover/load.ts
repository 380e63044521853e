// Machines that push to a collector without a pause, and what was acknowledged.
import assert from "node:assert/strict";
import { Agent } from "node:https";
import { setTimeout as sleep } from "node:timers/promises";
import type { RunningCollector } from "../collector-program.ts";
import { SNAPSHOT } from "../collector-snapshot.ts";
import { joinedWith, machineId } from "../joined.ts";

const DAY = "2026-11-20";
/** How long a machine waits after a 503, in milliseconds. */
const PAUSE_MS = 100;

/** What a push counts as that got no answer. */
const UNANSWERED = { status: 503, headers: { "retry-after": "0" } };

interface Machine {
  readonly id: string;
  readonly token: string;
  /** The `seq` of its last push, which is also how many requests that push reports. */
  sent: number;
  /** The greatest `seq` that got a 204. */
  acknowledged: number;
}

interface LoadOptions {
  /** How long a machine waits after a 204, in milliseconds. */
  readonly pauseMs?: number;
  /** Whether a collector may be killed: a push that gets no answer is sent again, as a machine would. */
  readonly mayBreak?: boolean;
}

/** What machines push, and what they were answered. */
export class Load {
  #collectors: readonly [RunningCollector, ...RunningCollector[]];
  readonly #machines: readonly Machine[];
  readonly #key: string;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #pauseMs: number;
  readonly #mayBreak: boolean;
  #pushing: Promise<unknown> | undefined;
  #isStopped = false;
  #last = performance.now();
  /** How many pushes got a 204. */
  acknowledged = 0;
  /** How many got a 503. */
  refused = 0;
  /** The longest time without a 204 since it was set to 0, in milliseconds. */
  longestWait = 0;

  constructor(
    collectors: readonly [RunningCollector, ...RunningCollector[]],
    machines: readonly Machine[],
    key: string,
    { pauseMs = 0, mayBreak = false }: LoadOptions,
  ) {
    this.#collectors = collectors;
    this.#machines = machines;
    this.#key = key;
    this.#pauseMs = pauseMs;
    this.#mayBreak = mayBreak;
  }

  /** Joins machines. They push to the collectors by turns. */
  static async of(
    collectors: readonly [RunningCollector, ...RunningCollector[]],
    count: number,
    options: LoadOptions = {},
  ): Promise<Load> {
    const [collector] = collectors;
    const { code } = await collector.invite("--uses", String(count));
    const machines: Machine[] = [];
    for (let n = 1; n <= count; n++) {
      const id = machineId(n);
      const token = await joinedWith(collector, code, { ...SNAPSHOT.machine, id });
      machines.push({ id, token, sent: 0, acknowledged: 0 });
    }
    return new Load(collectors, machines, await collector.key(), options);
  }

  start(): void {
    this.#pushing = Promise.all(this.#machines.map((machine) => this.#pushOn(machine)));
  }

  /** From their next push on, machines push to others: with their tokens, which those must know. */
  switchTo(collectors: readonly [RunningCollector, ...RunningCollector[]]): void {
    this.#collectors = collectors;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#pushing;
    this.#agent.destroy();
  }

  /** Waits until so many more pushes were acknowledged. Rejects if a push was answered with anything but 204 and 503. */
  async more(pushes: number): Promise<void> {
    const wanted = this.acknowledged + pushes;
    const reached = async () => {
      while (this.acknowledged < wanted && !this.#isStopped) await sleep(5);
    };
    await Promise.race([reached(), this.#pushing]);
  }

  async #pushOn(machine: Machine): Promise<void> {
    while (!this.#isStopped) {
      const seq = ++machine.sent;
      const collector = this.#collectors[seq % this.#collectors.length] ?? this.#collectors[0];
      const pushed = { token: machine.token, body: bodyOf(machine), agent: this.#agent };
      const sent = collector.send("POST", "/agent-usage", pushed);
      const { status, headers } = await (this.#mayBreak ? sent.catch(() => UNANSWERED) : sent);
      if (status === 204) {
        this.#acknowledge(machine, seq);
        await sleep(this.#pauseMs);
      } else {
        assert.equal(status, 503);
        assert.ok(headers["retry-after"]);
        this.refused++;
        await sleep(PAUSE_MS);
      }
    }
  }

  #acknowledge(machine: Machine, seq: number): void {
    machine.acknowledged = seq;
    this.acknowledged++;
    const now = performance.now();
    this.longestWait = Math.max(this.longestWait, now - this.#last);
    this.#last = now;
  }

  /** Asserts that every push that was acknowledged is there. */
  async isKept(): Promise<void> {
    const wanted = this.#machines.map(({ acknowledged }) => acknowledged);
    const { status, body } = await this.#collectors[0].send(
      "GET",
      `/api/v1/usage?from=${DAY}&to=${DAY}&by=machine`,
      { token: this.#key },
    );
    assert.equal(status, 200, body);
    const { rows } = JSON.parse(body) as { rows: { machine: string; requests: number }[] };
    for (const [index, least] of wanted.entries()) {
      const kept = rows.find(({ machine }) => machine === String(index + 1))?.requests ?? 0;
      assert.ok(least <= kept, `machine ${index + 1}: ${least} acknowledged, ${kept} kept`);
    }
  }
}

function bodyOf({ id, sent }: Machine): object {
  const counts = { inputTokens: 1, outputTokens: 1, cacheCreationTokens: 1, cacheReadTokens: 1 };
  return {
    ...SNAPSHOT,
    machine: { ...SNAPSHOT.machine, id },
    seq: sent,
    usage: {
      ...SNAPSHOT.usage,
      days: [{ day: DAY, state: "open", models: [{ model: "large", requests: sent, ...counts }] }],
    },
  };
}
