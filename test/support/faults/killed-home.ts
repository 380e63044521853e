// A home whose beats are killed. Between the kills, time passes and the transcripts grow.
import assert from "node:assert/strict";
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, watch } from "node:fs";
import { basename, join } from "node:path";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import type { Random } from "../../../bench/corpus/random.ts";
import { torontoDay } from "../../../src/base/calendar.ts";
import type { State } from "../../../src/state/law/state.ts";
import { type Answer, type Collector, startCollector } from "../collector.ts";
import { DAY, HOUR } from "../fixtures.ts";
import { type Home, makeHome } from "../home.ts";
import { CLI, type Ended, startProgram } from "../program.ts";
import { requestLine } from "../transcript.ts";
import { WatchedState } from "./watched-state.ts";

const SHIFTED_CLOCK = fileURLToPath(new URL("shifted-clock.mjs", import.meta.url));
const KILL_AT_CALL = fileURLToPath(new URL("kill-at-call.mjs", import.meta.url));

/** The phase in which a beat was killed, judged by its files. */
export const PHASES = ["start", "scan", "save", "push", "over"] as const;
export type Phase = (typeof PHASES)[number];

/**
 * What a kill waits for: a time since the start, change number `count` in the state folder, call number `count` on its
 * files, or the push. `delay` is in milliseconds.
 */
export type Kill =
  | { readonly after: "time"; readonly delay: number }
  | { readonly after: "change"; readonly count: number; readonly delay: number }
  | { readonly after: "call"; readonly count: number }
  | { readonly after: "push"; readonly delay: number };

export class KilledHome {
  readonly #stateDir: string;
  readonly #t: TestContext;
  readonly #random: Random;
  readonly #home: Home;
  readonly #collector: Collector;
  readonly #state: WatchedState;
  /** The number of requests written, by day. */
  readonly #written: Record<string, number> = {};
  #shift = 0;

  static async make(t: TestContext, random: Random): Promise<KilledHome> {
    const collector = await startCollector(t);
    return new KilledHome(t, random, await makeHome(t, { transcripts: {}, collector }), collector);
  }

  private constructor(t: TestContext, random: Random, home: Home, collector: Collector) {
    this.#t = t;
    this.#random = random;
    this.#collector = collector;
    this.#home = home;
    this.#stateDir = home.stateDir;
    this.#state = new WatchedState(home.stateDir);
    mkdirSync(this.#stateDir, { mode: 0o700, recursive: true });
    for (let days = 15; days >= 0; days--) this.#append(this.#now() - days * DAY, 60);
  }

  /** Moves the clock forward by up to 36 hours and lets the agent be used. */
  advance(): void {
    this.#shift += this.#random.between(0, 36) * HOUR;
    this.#append(this.#now(), this.#random.between(1, 20));
  }

  /** Kills a beat and returns the phase it was in. Fails unless every file on the disk is intact. */
  async kill(kill: Kill): Promise<Phase> {
    const seqBefore = this.#state.seq;
    const pushes = this.#collector.requests.length;
    const left = this.#state.temporary();
    this.#collector.answer(kill.after === "push" ? "never" : { status: 204 });
    const { code } = await this.#runKilled(kill, pushes + 1);
    const state = await this.#state.inspect(this.#now());
    if (code !== null) {
      assert.ok(kill.after === "time" || kill.after === "change", `not killed at its ${kill.after}`);
      return "over";
    }
    const names = readdirSync(this.#stateDir);
    const isLocked = names.includes("beat.lock");
    if ((state?.seq ?? 0) > seqBefore) {
      // After the save come the flush of the folder and the push; the lock is removed last.
      return isLocked ? (this.#collector.requests.length > pushes ? "push" : "save") : "over";
    }
    if (this.#state.temporary() !== undefined && this.#state.temporary() !== left) return "save";
    return isLocked ? "scan" : "start";
  }

  /**
   * The duration of a beat in milliseconds, and how often it changes the state folder. Of its calls on the files there,
   * the number that a first beat makes too.
   */
  async measure(): Promise<{ duration: number; changes: number; calls: number }> {
    const firstCalls = await this.#countCalls();
    const calls = Math.min(firstCalls, await this.#countCalls());
    let changes = 0;
    const watcher = watch(this.#stateDir, () => {
      changes++;
    });
    const start = performance.now();
    await this.beat();
    const duration = performance.now() - start;
    watcher.close();
    return { duration, changes, calls };
  }

  async #countCalls(): Promise<number> {
    const file = join(this.#home.dir, "calls");
    await this.beat({ CALLS_FILE: file });
    return Number(readFileSync(file, "utf8"));
  }

  /** Runs a beat to its end. Fails unless it is done and the state has everything that was written. */
  async beat(env: Readonly<Record<string, string>> = {}): Promise<void> {
    this.#collector.answer({ status: 204 } satisfies Answer);
    const { child, ended } = await this.#start(env);
    const { code, stdout, stderr } = await ended;
    assert.deepEqual([code, child.signalCode], [0, null], stdout + stderr);
    assert.match(stdout, /^Refresh \d+ done: .*snapshot pushed/);
    const state = await this.#state.inspect(this.#now());
    assert.equal(state?.lastBeat?.readErrors, 0);
    const left = readdirSync(this.#stateDir).filter(
      (name) => name.endsWith(".tmp") || name.startsWith("beat."),
    );
    assert.deepEqual(left, []);
    assert.deepEqual(requestsOf(state), this.#written);
  }

  async #runKilled(kill: Kill, push: number): Promise<Ended> {
    let changes = 0;
    let onChange: () => void = () => {};
    const watcher = watch(this.#stateDir, () => {
      changes++;
      onChange();
    });
    try {
      const killAt = kill.after === "call" ? { KILL_AT: `${kill.count}` } : {};
      const { child, ended } = await this.#start(killAt);
      const end = () => {
        const delay = "delay" in kill ? kill.delay : 0;
        if (delay === 0) child.kill("SIGKILL");
        else setTimeout(() => child.kill("SIGKILL"), delay);
      };
      if (kill.after === "time") end();
      if (kill.after === "push") void this.#collector.request(push).then(end);
      onChange = () => {
        if (kill.after === "change" && changes === kill.count) end();
      };
      return await ended;
    } finally {
      watcher.close();
    }
  }

  #start(env: Readonly<Record<string, string>>) {
    // A killed beat's lock is stale after 20 s; age it instead of waiting.
    const lock = join(this.#stateDir, "beat.lock");
    if (existsSync(lock)) utimesSync(lock, new Date(0), new Date(0));
    return startProgram(this.#t, CLI, ["beat"], {
      execArgv: ["--import", SHIFTED_CLOCK, "--import", KILL_AT_CALL],
      env: {
        ...this.#home.env,
        CLOCK_SHIFT: `${this.#shift}`,
        KILL_BELOW: this.#stateDir,
        AGENT_USAGE_LIMITS: "off",
        ...env,
      },
    });
  }

  #now(): number {
    return Date.now() + this.#shift;
  }

  #append(at: number, count: number): void {
    const path = join(this.#home.transcripts, `${this.#random.between(1, 5)}.jsonl`);
    const text = Array.from({ length: count }, () => `${requestLine({ at: new Date(at).toISOString() })}\n`);
    appendFileSync(path, text.join(""));
    for (const name of readdirSync(this.#home.transcripts)) {
      const time = new Date(this.#now());
      utimesSync(join(this.#home.transcripts, basename(name)), time, time);
    }
    const day = torontoDay(at);
    this.#written[day] = (this.#written[day] ?? 0) + count;
  }
}

/** The number of requests in the state, by day with usage. */
function requestsOf(state: State | undefined): Record<string, number> {
  const days = Object.entries(state?.days ?? {}).map(([day, { models }]) => {
    return [day, Object.values(models).reduce((sum, { requests }) => sum + requests, 0)] as const;
  });
  return Object.fromEntries(days.filter(([, requests]) => requests > 0));
}
