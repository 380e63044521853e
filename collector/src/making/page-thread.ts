import { Worker } from "node:worker_threads";
import type { Log } from "../../../src/base/edges.ts";
import { type Answer, type Asked, type Make, NotMade } from "../server/index.ts";
import { StoreUnavailable } from "../store/index.ts";
import { Line } from "./line.ts";
import type { FromThread, ThreadData, ToThread } from "./messages.ts";

/** Beside the bundle that this is in. */
const PROGRAM = new URL("page-worker.js", import.meta.url);
/** After so long without a request the thread ends, and gives its memory back, in milliseconds. An open page asks every minute. */
const IDLE_MS = 180_000;
/** What takes longer ends with its thread, in milliseconds: no proxy and no person waits for so long. */
const MAKING_MS = 60_000;
/** How many answers the thread makes at a time: each takes memory. The others wait here. */
const AT_ONCE = 4;
/** Of the thread, in MB: a page that needs more ends it, and not the collector. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 32 };

export interface PageThreadOptions extends ThreadData {
  readonly log: Log;
  /** The program of each thread that is started. */
  readonly program?: () => URL;
  readonly idleMs?: number;
  readonly makingMs?: number;
}

interface Waiting {
  readonly asked: Asked;
  readonly resolve: (answer: Answer) => void;
  readonly reject: (error: unknown) => void;
}

/** What the thread has been given. */
interface Given extends Waiting {
  readonly timer: NodeJS.Timeout;
}

/**
 * Makes answers in a thread with a store of its own, so that no push waits for a page. It starts with the first request. One that
 * fails fails only what it had been given by then: the next request starts another.
 */
export class PageThread {
  readonly #options: PageThreadOptions;
  readonly #line = new Line<Waiting>();
  readonly #given = new Map<number, Given>();
  #worker: Worker | undefined;
  #idle: NodeJS.Timeout | undefined;
  #count = 0;

  constructor(options: PageThreadOptions) {
    this.#options = options;
  }

  readonly make: Make = (asked: Asked) =>
    new Promise((resolve, reject) => {
      if (this.#line.add(asked.asker, { asked, resolve, reject })) this.#giveNext();
      else reject(new NotMade("too_many"));
    });

  /** Whether there is a thread. */
  get isRunning(): boolean {
    return this.#worker !== undefined;
  }

  /** Ends the thread, once it has answered what it was given. */
  async close(): Promise<void> {
    clearTimeout(this.#idle);
    const worker = this.#worker;
    if (worker === undefined) return;
    this.#worker = undefined;
    worker.ref();
    const ended = new Promise((resolve) => worker.once("exit", resolve));
    worker.postMessage(null satisfies ToThread);
    await ended;
  }

  #giveNext(): void {
    while (this.#given.size < AT_ONCE) {
      const waiting = this.#line.next();
      if (waiting === undefined) return;
      const worker = this.#started();
      const id = ++this.#count;
      clearTimeout(this.#idle);
      const timer = setTimeout(() => this.#late(worker, id), this.#options.makingMs ?? MAKING_MS);
      this.#given.set(id, { ...waiting, timer });
      worker.ref();
      worker.postMessage({ id, asked: waiting.asked } satisfies ToThread);
    }
  }

  #started(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const { database, program = () => PROGRAM } = this.#options;
    const workerData: ThreadData = { database };
    const worker = new Worker(program(), { workerData, resourceLimits: RESOURCE_LIMITS, execArgv: [] });
    worker.on("message", (answer: FromThread) => this.#answered(worker, answer));
    worker.on("error", (error) => this.#failed(worker, error));
    worker.on("exit", () => this.#failed(worker));
    this.#worker = worker;
    return worker;
  }

  #answered(worker: Worker, message: FromThread): void {
    const given = this.#take(message.id);
    // It took too long, and its thread is being ended.
    if (given === undefined) return;
    if ("answer" in message) given.resolve(message.answer);
    else if ("trouble" in message) given.reject(new StoreUnavailable(message.trouble));
    else given.reject(message.error);
    this.#giveNext();
    if (this.#given.size === 0) this.#rest(worker);
  }

  #take(id: number): Given | undefined {
    const given = this.#given.get(id);
    clearTimeout(given?.timer);
    this.#given.delete(id);
    return given;
  }

  /** A collector that stops does not wait for a thread that has nothing to do. */
  #rest(worker: Worker): void {
    worker.unref();
    clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.close(), this.#options.idleMs ?? IDLE_MS).unref();
  }

  /** Only the oldest has had its time. The others may have waited for it, so a new thread gets them again. */
  #late(worker: Worker, id: number): void {
    this.#options.log.warn(
      {},
      "a page took too long to make: its thread is ended, and the next page starts another",
    );
    this.#take(id)?.reject(new NotMade("failed"));
    const others = [...this.#given.keys()].map((other) => this.#take(other));
    this.#worker = undefined;
    void worker.terminate();
    for (const other of others)
      if (other !== undefined && !this.#line.add(other.asked.asker, other))
        other.reject(new NotMade("failed"));
    this.#giveNext();
  }

  #failed(worker: Worker, error?: unknown): void {
    if (this.#worker !== worker) return;
    this.#worker = undefined;
    this.#options.log.error(
      { err: error },
      "the thread that makes pages has ended: the next page starts another",
    );
    for (const id of this.#given.keys()) this.#take(id)?.reject(new NotMade("failed"));
    this.#giveNext();
  }
}
