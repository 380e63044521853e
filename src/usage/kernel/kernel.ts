import type { ScanFiles } from "../files.ts";
import type { UsageLine } from "../line.ts";
import type { Pacer } from "../pacer.ts";
import { KERNEL_CODE } from "./code.ts";
import { type DeferredValues, decodeLine, type PlainLine, type Span } from "./decode.ts";

/** Longer lines are skipped (rule SCAN-8), in bytes without the newline. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;

const CHUNK_BYTES = 256 * 1024;
const PAGE_BYTES = 64 * 1024;
const NEWLINE = 10;
const BYTE_ORDER_MARK = Buffer.of(0xef, 0xbb, 0xbf);
/** The layout of the kernel's memory, in bytes; see `assembly/index.ts`. */
const RECORDS = 64 * 1024;
const RECORD_BYTES = 128;
const MAX_RECORDS = 1024;
const INPUT = 8448 * 1024;
const SPARE_BYTES = 64;
const READ_ALIGNMENT = 4096;
/** A kernel whose memory grew beyond this, for a long line, is not reused. */
const MAX_REUSED_BYTES = 12 * 1024 * 1024;
/** The kind of a record whose line is plain. */
const PLAIN = 2;

/** Receives the lines that count. */
export interface LineSink {
  plain(line: PlainLine, bytes: Buffer): void;
  decoded(line: UsageLine): void;
  /** A number of lines that look like usage but are not JSON, or are too long. */
  skipped(lines: number): void;
}

/** Every Node has it, but its types are in the DOM library only. */
declare const WebAssembly: {
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer; readonly grow: (pages: number) => number };
  readonly begin: (address: number) => void;
  readonly read: (end: number, torn: number) => number;
  readonly unfinishedLine: () => number;
  readonly moveUnfinished: (end: number, address: number) => void;
  readonly dropUnfinished: (address: number) => void;
  readonly takeSkipped: () => number;
}

/**
 * Finds the lines in files that count. Its WebAssembly (`assembly/`) checks every byte against the JSON grammar, so the
 * result is that of `JSON.parse` on each line. Values that it does not decode itself it leaves to `decodeLine`.
 */
export class Kernel {
  readonly #exports: Exports;
  /** Reused for every line. */
  readonly #line: PlainLine = {
    at: 0,
    inputTokens: 0,
    outputTokens: 0,
    cacheCreationTokens: 0,
    cacheReadTokens: 0,
    messageId: { start: 0, length: 0 },
    requestId: { start: 0, length: 0 },
    model: { start: 0, length: 0 },
    version: { start: 0, length: 0 },
  };
  readonly #deferred: DeferredValues = {
    timestamp: { start: 0, length: 0 },
    inputTokens: { start: 0, length: 0 },
    outputTokens: { start: 0, length: 0 },
    cacheCreationTokens: { start: 0, length: 0 },
    cacheReadTokens: { start: 0, length: 0 },
  };
  // Views of the memory, replaced whenever it grows.
  #bytes: Buffer = Buffer.alloc(0);
  #numbers: Float64Array = new Float64Array();
  #words: Int32Array = new Int32Array();

  constructor() {
    const module = new WebAssembly.Module(Buffer.from(KERNEL_CODE, "base64"));
    this.#exports = new WebAssembly.Instance(module).exports as Exports;
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
    pacer: Pacer,
  ): Promise<void> {
    const kernel = this.#exports;
    let position = 0;
    let end = INPUT;
    let atStart = true;
    let atEnd = false;
    kernel.begin(INPUT);

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
      this.#passLines(end, true, sink);
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
      this.#passLines(end + 1, false, sink);
    }
  }

  /** Passes on the lines that end before `end`. `isWhole` is false if the last newline was added here. */
  #passLines(end: number, isWhole: boolean, sink: LineSink): void {
    let count: number;
    do {
      count = this.#exports.read(end, isWhole ? 0 : 1);
      for (let index = 0; index < count; index++) this.#passLine(RECORDS + index * RECORD_BYTES, sink);
    } while (count === MAX_RECORDS);
    const skipped = this.#exports.takeSkipped();
    if (skipped > 0) sink.skipped(skipped);
  }

  #passLine(record: number, sink: LineSink): void {
    const words = this.#words;
    const word = (record + 40) >> 2;
    const numbers = this.#numbers;
    const number = record >> 3;
    const line = this.#line;
    line.at = numbers[number] ?? 0;
    line.inputTokens = numbers[number + 1] ?? 0;
    line.outputTokens = numbers[number + 2] ?? 0;
    line.cacheCreationTokens = numbers[number + 3] ?? 0;
    line.cacheReadTokens = numbers[number + 4] ?? 0;
    setSpan(line.messageId, words, word + 1);
    setSpan(line.requestId, words, word + 3);
    setSpan(line.model, words, word + 5);
    setSpan(line.version, words, word + 7);
    if (words[word] === PLAIN) {
      sink.plain(line, this.#bytes);
      return;
    }
    setSpan(this.#deferred.timestamp, words, word + 9);
    setSpan(this.#deferred.inputTokens, words, word + 11);
    setSpan(this.#deferred.outputTokens, words, word + 13);
    setSpan(this.#deferred.cacheCreationTokens, words, word + 15);
    setSpan(this.#deferred.cacheReadTokens, words, word + 17);
    const decoded = decodeLine(line, this.#deferred, this.#bytes);
    if (decoded !== undefined) sink.decoded(decoded);
  }

  #grow(): void {
    this.#exports.memory.grow(this.#bytes.length / PAGE_BYTES);
    this.#updateViews();
  }

  #updateViews(): void {
    const { buffer } = this.#exports.memory;
    this.#bytes = Buffer.from(buffer);
    this.#numbers = new Float64Array(buffer);
    this.#words = new Int32Array(buffer);
  }
}

function setSpan(span: Span, words: Int32Array, word: number): void {
  span.start = words[word] ?? 0;
  span.length = words[word + 1] ?? 0;
}
