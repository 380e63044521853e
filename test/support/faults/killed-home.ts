// A home whose beats are killed. Between the kills, time passes and the transcripts grow.
import assert from "node:assert/strict";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  watch,
} from "node:fs";
import { basename, join } from "node:path";
import type { TestContext } from "node:test";
import { fileURLToPath } from "node:url";
import type { Random } from "../../../bench/corpus/random.ts";
import { addDays, torontoDay } from "../../../src/base/calendar.ts";
import { RETENTION_DAYS } from "../../../src/contract/index.ts";
import { decodeState } from "../../../src/state/disk/codec.ts";
import type { State } from "../../../src/state/law/state.ts";
import { type Answer, type Collector, startCollector } from "../collector.ts";
import { type Home, makeHome } from "../home.ts";
import { CLI, type Ended, startProgram } from "../program.ts";
import { requestLine } from "../transcript.ts";

const SHIFTED_CLOCK = fileURLToPath(new URL("shifted-clock.mjs", import.meta.url));
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** The phase in which a beat was killed, judged by its files. */
export const PHASES = ["start", "scan", "save", "push", "over"] as const;
export type Phase = (typeof PHASES)[number];

/**
 * What a kill waits for: a time since the start, change number `count` in the state folder, or the push. `delay` is in
 * milliseconds.
 */
export type Kill =
  | { readonly after: "time"; readonly delay: number }
  | { readonly after: "change"; readonly count: number; readonly delay: number }
  | { readonly after: "push"; readonly delay: number };

export class KilledHome {
  readonly #stateDir: string;
  readonly #t: TestContext;
  readonly #random: Random;
  readonly #home: Home;
  readonly #collector: Collector;
  /** The number of requests written, by day. */
  readonly #written: Record<string, number> = {};
  #shift = 0;
  #seen: { text: string | undefined; state: State | undefined } = { text: undefined, state: undefined };

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
    mkdirSync(this.#stateDir, { mode: 0o700, recursive: true });
    for (let days = 15; days >= 0; days--) this.#append(this.#now() - days * DAY_MS, 60);
  }

  /** Moves the clock forward by up to 36 hours and lets the agent be used. */
  advance(): void {
    this.#shift += this.#random.between(0, 36) * HOUR_MS;
    this.#append(this.#now(), this.#random.between(1, 20));
  }

  /** Kills a beat and returns the phase it was in. Fails unless every file on the disk is intact. */
  async kill(kill: Kill): Promise<Phase> {
    const seqBefore = this.#seen.state?.seq ?? 0;
    const pushes = this.#collector.requests.length;
    const left = this.#temporary();
    this.#collector.answer(kill.after === "push" ? "never" : { status: 204 });
    const { code } = await this.#runKilled(kill, pushes + 1);
    const state = this.inspect();
    if (code !== null) return "over";
    const names = readdirSync(this.#stateDir);
    const isLocked = names.includes("beat.lock");
    if ((state?.seq ?? 0) > seqBefore) {
      // After the save come the flush of the folder and the push; the lock is removed last.
      return isLocked ? (this.#collector.requests.length > pushes ? "push" : "save") : "over";
    }
    if (this.#temporary() !== undefined && this.#temporary() !== left) return "save";
    return isLocked ? "scan" : "start";
  }

  /** The duration of a beat in milliseconds, and the number of changes it makes in the state folder. */
  async measure(): Promise<{ duration: number; changes: number }> {
    await this.beat();
    let changes = 0;
    const watcher = watch(this.#stateDir, () => {
      changes++;
    });
    const start = performance.now();
    await this.beat();
    const duration = performance.now() - start;
    watcher.close();
    return { duration, changes };
  }

  /** Runs a beat to its end. Fails unless it is done and the state has everything that was written. */
  async beat(): Promise<void> {
    this.#collector.answer({ status: 204 } satisfies Answer);
    const { child, ended } = await this.#start();
    const { code, stdout, stderr } = await ended;
    assert.deepEqual([code, child.signalCode], [0, null], stdout + stderr);
    assert.match(stdout, /^Refresh \d+ done: .*snapshot pushed/);
    const state = this.inspect();
    assert.equal(state?.lastBeat?.readErrors, 0);
    const left = readdirSync(this.#stateDir).filter(
      (name) => name.endsWith(".tmp") || name.startsWith("beat."),
    );
    assert.deepEqual(left, []);
    assert.deepEqual(requestsOf(state), this.#written);
  }

  /** Returns the state. Fails unless files are intact, modes are right and frozen days are unchanged. */
  inspect(): State | undefined {
    for (const name of readdirSync(this.#stateDir)) {
      const stat = statSync(join(this.#stateDir, name));
      if (stat.isFile()) assert.equal(stat.mode & 0o777, 0o600, name);
      else assert.equal(name, "beat.lock");
    }
    assert.equal(statSync(this.#stateDir).mode & 0o777, 0o700);
    this.#assertOneTemporary();
    const path = join(this.#stateDir, "state.json");
    const text = existsSync(path) ? readFileSync(path, "utf8") : undefined;
    const before = this.#seen;
    if (text === before.text) return before.state;
    const decoded = decodeState(text ?? "");
    assert.ok(decoded.status === "ok", `the state is ${text === undefined ? "missing" : decoded.status}`);
    const { state } = decoded;
    for (const [day, record] of Object.entries(before.state?.days ?? {})) {
      const isKept = day >= addDays(torontoDay(this.#now()), -RETENTION_DAYS);
      if (record.state === "frozen" && isKept) assert.deepEqual(state.days[day], record, day);
    }
    assert.equal(state.seq, (before.state?.seq ?? 0) + 1);
    if (before.state !== undefined) assert.equal(state.stateId, before.state.stateId);
    this.#seen = { text, state };
    return state;
  }

  /** Identifies the current temporary file, or undefined. */
  #temporary(): string | undefined {
    const stat = statSync(join(this.#stateDir, "state.json.tmp"), { throwIfNoEntry: false });
    return stat && `${stat.ino} ${stat.mtimeMs}`;
  }

  /** Fails if there are two temporary files, not counting the second name that the state has for an instant. */
  #assertOneTemporary(): void {
    const names = readdirSync(this.#stateDir).filter((name) => name.endsWith(".tmp"));
    const inode = (name: string) => statSync(join(this.#stateDir, name)).ino;
    const own = names.filter((name) => name !== "state.json.prev.tmp" || inode(name) !== inode("state.json"));
    assert.ok(own.length <= 1, names.join(" "));
  }

  async #runKilled(kill: Kill, push: number): Promise<Ended> {
    let changes = 0;
    let onChange: () => void = () => {};
    const watcher = watch(this.#stateDir, () => {
      changes++;
      onChange();
    });
    try {
      const { child, ended } = await this.#start();
      const now = () => child.kill("SIGKILL");
      const end = () => (kill.delay === 0 ? now() : setTimeout(now, kill.delay));
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

  #start() {
    // A killed beat's lock is stale after 20 s; age it instead of waiting.
    const lock = join(this.#stateDir, "beat.lock");
    if (existsSync(lock)) utimesSync(lock, new Date(0), new Date(0));
    return startProgram(this.#t, CLI, ["beat"], {
      execArgv: ["--import", SHIFTED_CLOCK],
      env: {
        ...this.#home.env,
        CLOCK_SHIFT: `${this.#shift}`,
        AGENT_USAGE_LIMITS: "off",
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
