import type { Env, Log } from "../../base/edges.ts";
import { type BeatResult, markOk, runBeat } from "../../beat/index.ts";
import type { Config } from "../../settings/index.ts";
import type { Scanner } from "../../usage/index.ts";
import { conditionLog } from "./conditions.ts";

/** Warn after this many beats in a row that found another one running. */
const SKIPS_TO_WARN = 3;

export interface BeatsOptions {
  readonly config: Config;
  readonly env: Env;
  readonly log: Log;
  readonly scanner: Scanner;
  readonly signal: AbortSignal;
  /** Called with each beat's result. */
  readonly onResult: (result: BeatResult) => void;
}

/** Runs beats one at a time. A beat that fails is logged and does not end the daemon (rules SERVICE-2, SERVICE-5). */
export class Beats {
  readonly #options: BeatsOptions;
  readonly #log: Log;
  #running: Promise<void> | undefined;
  #skips = 0;

  constructor(options: BeatsOptions) {
    this.#options = options;
    this.#log = conditionLog(options.log);
  }

  /** Runs one beat. If one is running, reports that instead. */
  async run(): Promise<void> {
    if (this.#running !== undefined) this.reportBlocked();
    else await this.#start();
  }

  /** Runs one beat, after the running one if there is one. */
  async runNext(): Promise<void> {
    await this.idle();
    await this.run();
  }

  /** Resolves once no beat is running. */
  async idle(): Promise<void> {
    await this.#running;
  }

  reportBlocked(): void {
    this.#log.warn({}, "Skipped: the last refresh is still running.");
  }

  async #start(): Promise<void> {
    this.#running = this.#beat();
    await this.#running;
    this.#running = undefined;
  }

  async #beat(): Promise<void> {
    const { config, env, scanner, signal, onResult } = this.#options;
    if (signal.aborted) return;
    try {
      const result = await runBeat({ config, env, log: this.#log, scanner, signal });
      this.#countSkips(result);
      onResult(result);
    } catch (error) {
      this.#log.error({ err: error }, "the refresh failed unexpectedly; the schedule continues");
    }
  }

  #countSkips({ status }: BeatResult): void {
    this.#skips = status === "overlap" ? this.#skips + 1 : 0;
    const condition = "lock";
    if (this.#skips >= SKIPS_TO_WARN) {
      this.#log.warn(
        { condition },
        `the last ${SKIPS_TO_WARN} refreshes found another one running on the same state folder`,
      );
    } else if (this.#skips === 0) {
      markOk(this.#log, condition);
    }
  }
}
