import type { ScanFiles } from "../files.ts";
import type { Pacer } from "../pacer.ts";
import { KERNEL_CODE } from "./code.ts";
import { HASH_KEY } from "./hash-key.ts";
import { type LineSink, MAX_RECORDS, Records } from "./records.ts";

/** Longer lines are skipped (rule SCAN-8), in bytes without the newline. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;

const CHUNK_BYTES = 256 * 1024;
const PAGE_BYTES = 64 * 1024;
const NEWLINE = 10;
const BYTE_ORDER_MARK = Buffer.of(0xef, 0xbb, 0xbf);
/** Where the input is in the kernel's memory; see `assembly/index.ts`. */
const INPUT = 8448 * 1024;
const SPARE_BYTES = 128;
const READ_ALIGNMENT = 4096;
/** A kernel whose memory grew beyond this, for a long line, is not reused. */
const MAX_REUSED_BYTES = 12 * 1024 * 1024;

/** Every Node has it, but its types are in the DOM library only. */
declare const WebAssembly: {
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer; readonly grow: (pages: number) => number };
  readonly setHashKey: (first: bigint, second: bigint) => void;
  readonly begin: (address: number) => void;
  readonly read: (end: number, torn: number) => number;
  readonly unfinishedLine: () => number;
  readonly moveUnfinished: (end: number, address: number) => void;
  readonly dropUnfinished: (address: number) => void;
  readonly takeSkipped: () => number;
  readonly nextAdvisorCall: (address: number) => number;
  readonly seek: (wanted: number) => void;
  readonly foundPlace: () => number;
  readonly forgetLabels: () => void;
}

/** What the kernels of a process share. */
export interface KernelOptions {
  readonly module: object;
  readonly hashKey: Readonly<BigUint64Array>;
}

let compiled: object | undefined;

/** The compiled kernel. A thread can have it from another. */
export function kernelModule(): object {
  compiled ??= new WebAssembly.Module(Buffer.from(KERNEL_CODE, "base64"));
  return compiled;
}

/** When to pause or stop reading. */
export type Pace = Pick<Pacer, "shouldYield" | "yield" | "throwIfStopped">;

/**
 * Finds the lines in files that count. Its WebAssembly (`assembly/`) checks every byte against the JSON grammar, so the
 * result is that of `JSON.parse` on each line. Values that it does not decode itself are decoded by `Records`.
 */
export class Kernel {
  readonly #exports: Exports;
  /** Both are replaced whenever the memory grows. */
  #bytes: Buffer = Buffer.alloc(0);
  #records = new Records(new ArrayBuffer(0));
  /** How many records the kernel wrote, and how many of them were passed on. */
  #written = 0;
  #passed = 0;
  /** Where the advisor calls of the last line may be; 0 if there are none. */
  #advisorCalls = 0;

  constructor({ module, hashKey }: KernelOptions = { module: kernelModule(), hashKey: HASH_KEY }) {
    this.#exports = new WebAssembly.Instance(module).exports as Exports;
    this.#exports.setHashKey(hashKey[0] ?? 0n, hashKey[1] ?? 0n);
    this.#updateViews();
  }

  /** Whether it uses little enough memory to be kept. */
  get isSmall(): boolean {
    return this.#bytes.length <= MAX_REUSED_BYTES;
  }

  /**
   * Reads an open file from start to end. If the file is growing, reads at least to `size`. Throws what the system's read
   * throws, after passing on the lines before it.
   */
  async read(
    descriptor: number,
    size: number,
    sink: LineSink,
    files: Pick<ScanFiles, "readSync">,
    pacer: Pace,
  ): Promise<void> {
    const kernel = this.#exports;
    let position = 0;
    let end = INPUT;
    let atStart = true;
    let atEnd = false;
    // After an abort, no sink has seen the labels of the records that were left.
    if (this.#passed < this.#written) kernel.forgetLabels();
    this.#written = 0;
    this.#passed = 0;
    kernel.begin(INPUT);
    // Those of a file whose reading was aborted between two lines.
    kernel.takeSkipped();
    kernel.seek(sink.place?.sought ?? 0);

    while (!atEnd) {
      if (pacer.shouldYield) await pacer.yield();
      if (this.#bytes.length - end < CHUNK_BYTES + SPARE_BYTES) this.#grow();
      const length = files.readSync(descriptor, this.#bytes, end, CHUNK_BYTES, position);
      end += length;
      position += length;
      atEnd = length === 0 || position >= size;
      if (atStart) {
        if (end - INPUT < BYTE_ORDER_MARK.length && !atEnd) continue;
        atStart = false;
        const head = this.#bytes.subarray(INPUT, Math.min(end, INPUT + BYTE_ORDER_MARK.length));
        if (head.equals(BYTE_ORDER_MARK)) kernel.begin(INPUT + BYTE_ORDER_MARK.length);
      }
      while (!this.#passLines(end, true, sink)) await this.#passAdvisorCalls(sink, pacer);
      const unfinished = end - kernel.unfinishedLine();
      if (unfinished > MAX_LINE_BYTES) {
        kernel.dropUnfinished(INPUT);
        end = INPUT;
      } else {
        // The next read then fills whole pages, which the system copies fastest.
        const address = INPUT + (-unfinished & (READ_ALIGNMENT - 1));
        kernel.moveUnfinished(end, address);
        end = address + unfinished;
      }
    }
    if (end > kernel.unfinishedLine()) {
      this.#bytes[end] = NEWLINE;
      while (!this.#passLines(end + 1, false, sink)) await this.#passAdvisorCalls(sink, pacer);
    }
  }

  /**
   * Passes on the lines that end before `end`. Returns false after a line that may have advisor calls: call it again after
   * those. `isWhole` is false if the last newline was added here.
   */
  #passLines(end: number, isWhole: boolean, sink: LineSink): boolean {
    const kernel = this.#exports;
    let place = 0;
    do {
      if (this.#passed === this.#written) {
        this.#written = kernel.read(end, isWhole ? 0 : 1);
        this.#passed = 0;
      }
      while (this.#passed < this.#written) {
        this.#advisorCalls = this.#records.pass(this.#passed++, sink);
        if (this.#advisorCalls !== 0) return false;
      }
      place = kernel.foundPlace();
      if (place !== 0 && sink.place !== undefined) {
        this.#records.passPlace(place, sink.place);
        kernel.seek(sink.place.sought);
      }
    } while (this.#written === MAX_RECORDS || place !== 0);
    const skipped = kernel.takeSkipped();
    if (skipped > 0) sink.skipped(skipped);
    return true;
  }

  /** A line may have millions of them. */
  async #passAdvisorCalls(sink: LineSink, pacer: Pace): Promise<void> {
    let next = this.#exports.nextAdvisorCall(this.#advisorCalls);
    while (next !== 0) {
      sink.advisorCall(this.#records.advisorCall);
      if (pacer.shouldYield) await pacer.yield();
      next = this.#exports.nextAdvisorCall(next);
    }
  }

  #grow(): void {
    this.#exports.memory.grow(this.#bytes.length / PAGE_BYTES);
    this.#updateViews();
  }

  #updateViews(): void {
    const { buffer } = this.#exports.memory;
    this.#bytes = Buffer.from(buffer);
    this.#records = new Records(buffer);
  }
}
