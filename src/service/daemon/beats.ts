import type { Env, Log } from "../../base/edges.ts";
import { type BeatResult, markOk, runBeat } from "../../beat/index.ts";
import type { Keychain } from "../../limits/index.ts";
import type { Config, LoadedConfig } from "../../settings/index.ts";
import type { Scanner } from "../../usage/index.ts";
import { conditionLog } from "./conditions.ts";
import { freshConfig } from "./fresh-config.ts";
import { collectSoon } from "./heap.ts";

/** Warn after this many beats in a row that found another one running. */
const SKIPS_TO_WARN = 3;

export interface BeatsOptions {
  readonly config: Config;
  /** Reads the settings again before each beat. Without it they stay. */
  readonly reload?: (() => Promise<LoadedConfig>) | undefined;
  readonly env: Env;
  readonly log: Log;
  readonly scanner: Scanner;
  readonly keychain?: Keychain | undefined;
  readonly signal: AbortSignal;
  /** Called with each beat's result. */
  readonly onResult: (result: BeatResult) => void;
  /** Called after each beat that saved; the next beat waits for it. */
  readonly onSaved?: OnSaved | undefined;
}

/** @param log logs a lasting problem once. @param signal ends the daemon */
export type OnSaved = (log: Log, signal: AbortSignal) => Promise<void>;

/** Runs beats one at a time. A beat that fails is logged and does not end the daemon (rules SERVICE-2, SERVICE-5). */
export class Beats {
  readonly #options: BeatsOptions;
  readonly #log: Log;
  #config: Config;
  #running: Promise<void> | undefined;
  #skips = 0;

  constructor(options: BeatsOptions) {
    this.#options = options;
    this.#config = options.config;
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

  /** Instead of a beat, because another one ran a moment ago. */
  async skip(): Promise<void> {
    this.#running = this.#saved();
    await this.#running;
    this.#running = undefined;
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
    collectSoon();
  }

  async #beat(): Promise<void> {
    const { env, scanner, keychain, signal, onResult, reload } = this.#options;
    if (signal.aborted) return;
    try {
      if (reload !== undefined) this.#config = freshConfig(this.#config, await reload());
      const config = this.#config;
      const result = await runBeat({ config, env, log: this.#log, scanner, keychain, signal });
      this.#countSkips(result);
      onResult(result);
      if (result.status === "done") await this.#saved();
    } catch (error) {
      this.#log.error({ err: error }, "the refresh failed unexpectedly; the schedule continues");
    }
  }

  async #saved(): Promise<void> {
    const { onSaved, signal } = this.#options;
    if (!signal.aborted) await onSaved?.(this.#log, signal);
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
