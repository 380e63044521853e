import type { Pacer } from "../../base/pacer.ts";
import type { ScanFiles } from "../files.ts";
import type { UsageLine } from "../line.ts";
import { KERNEL_CODE } from "./code.ts";
import { type OddPieces, type Piece, type PlainLine, readOdd } from "./pieces.ts";

/** Lines longer than this are passed over (rule SCAN-8), in bytes without the newline. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;

const CHUNK_BYTES = 256 * 1024;
const PAGE_BYTES = 64 * 1024;
const NEWLINE = 10;
const BYTE_ORDER_MARK = Buffer.of(0xef, 0xbb, 0xbf);
/** Where the kernel's memory holds what, in bytes; see `assembly/index.ts`. */
const RECORDS = 64 * 1024;
const RECORD_BYTES = 128;
const MOST_RECORDS = 1024;
const INPUT = 8448 * 1024;
const SPARE_BYTES = 64;
const READ_ALIGNMENT = 4096;
/** A kernel whose memory grew beyond this for a long line is not kept. */
const KEPT_MEMORY_BYTES = 12 * 1024 * 1024;
/** What a record says that its line is: this, or odd. */
const PLAIN = 2;

export interface LineSink {
  plain(line: PlainLine, bytes: Buffer): void;
  /** A line that counts, and that is written in a way that few are. */
  odd(line: UsageLine): void;
  /** Lines that could count but are no JSON, or are too long. */
  skipped(lines: number): void;
}

/** Of what every Node has, and its types leave to those of browsers. */
declare const WebAssembly: {
  readonly Module: new (code: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer; readonly grow: (pages: number) => number };
  readonly begin: (place: number) => void;
  readonly read: (end: number, torn: number) => number;
  readonly unfinishedLine: () => number;
  readonly moveUnfinished: (end: number, place: number) => void;
  readonly dropUnfinished: (place: number) => void;
  readonly takeSkipped: () => number;
}

/**
 * Finds the lines of usage in files. Its WebAssembly (`assembly/`) looks at every byte and knows all of JSON, so that
 * what it tells of a line is what `JSON.parse` would; what it cannot read it passes on as pieces.
 */
export class Kernel {
  readonly #exports: Exports;
  readonly #line: PlainLine = {
    at: 0,
    inputTokens: 0,
    outputTokens: 0,
    cacheCreationTokens: 0,
    cacheReadTokens: 0,
    messageId: { place: 0, length: 0 },
    requestId: { place: 0, length: 0 },
    model: { place: 0, length: 0 },
    version: { place: 0, length: 0 },
  };
  readonly #odd: OddPieces = {
    timestamp: { place: 0, length: 0 },
    inputTokens: { place: 0, length: 0 },
    outputTokens: { place: 0, length: 0 },
    cacheCreationTokens: { place: 0, length: 0 },
    cacheReadTokens: { place: 0, length: 0 },
  };
  // Views of the memory, made anew where it grew.
  #bytes: Buffer = Buffer.alloc(0);
  #numbers: Float64Array = new Float64Array();
  #words: Int32Array = new Int32Array();

  constructor() {
    const module = new WebAssembly.Module(Buffer.from(KERNEL_CODE, "base64"));
    this.#exports = new WebAssembly.Instance(module).exports as Exports;
    this.#look();
  }

  /** Whether it holds little memory. */
  get isSmall(): boolean {
    return this.#bytes.length <= KEPT_MEMORY_BYTES;
  }

  /**
   * Reads an open file from its beginning to its end, or where that moves on, at least to `size`. Throws what the system's read
   * throws; the lines before it were given.
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
    let atHead = true;
    let atEnd = false;
    kernel.begin(INPUT);

    while (!atEnd) {
      if (pacer.due) await pacer.rest();
      if (this.#bytes.length - end < CHUNK_BYTES + SPARE_BYTES) this.#grow();
      const length = files.readSync(descriptor, this.#bytes, end, CHUNK_BYTES, position);
      end += length;
      position += length;
      atEnd = length === 0 || position >= size;
      if (atHead) {
        if (end - INPUT < BYTE_ORDER_MARK.length && !atEnd) continue;
        atHead = false;
        if (
          this.#bytes.subarray(INPUT, Math.min(end, INPUT + BYTE_ORDER_MARK.length)).equals(BYTE_ORDER_MARK)
        ) {
          kernel.begin(INPUT + BYTE_ORDER_MARK.length);
        }
      }
      this.#give(end, true, sink);
      const unfinished = end - kernel.unfinishedLine();
      if (unfinished > MAX_LINE_BYTES) {
        kernel.dropUnfinished(INPUT);
        end = INPUT;
      } else {
        // The next read then fills whole pages, which is what the system copies fastest.
        const place = INPUT + (-unfinished & (READ_ALIGNMENT - 1));
        kernel.moveUnfinished(end, place);
        end = place + unfinished;
      }
    }
    if (end > kernel.unfinishedLine()) {
      this.#bytes[end] = NEWLINE;
      this.#give(end + 1, false, sink);
    }
  }

  /** Gives the lines that end before `end`; not `whole` is a line that has its newline from us. */
  #give(end: number, whole: boolean, sink: LineSink): void {
    let count: number;
    do {
      count = this.#exports.read(end, whole ? 0 : 1);
      for (let index = 0; index < count; index++) this.#tell(RECORDS + index * RECORD_BYTES, sink);
    } while (count === MOST_RECORDS);
    const skipped = this.#exports.takeSkipped();
    if (skipped > 0) sink.skipped(skipped);
  }

  #tell(record: number, sink: LineSink): void {
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
    setPiece(line.messageId, words, word + 1);
    setPiece(line.requestId, words, word + 3);
    setPiece(line.model, words, word + 5);
    setPiece(line.version, words, word + 7);
    if (words[word] === PLAIN) {
      sink.plain(line, this.#bytes);
      return;
    }
    setPiece(this.#odd.timestamp, words, word + 9);
    setPiece(this.#odd.inputTokens, words, word + 11);
    setPiece(this.#odd.outputTokens, words, word + 13);
    setPiece(this.#odd.cacheCreationTokens, words, word + 15);
    setPiece(this.#odd.cacheReadTokens, words, word + 17);
    const read = readOdd(line, this.#odd, this.#bytes);
    if (read !== undefined) sink.odd(read);
  }

  #grow(): void {
    this.#exports.memory.grow(this.#bytes.length / PAGE_BYTES);
    this.#look();
  }

  #look(): void {
    const { buffer } = this.#exports.memory;
    this.#bytes = Buffer.from(buffer);
    this.#numbers = new Float64Array(buffer);
    this.#words = new Int32Array(buffer);
  }
}

function setPiece(piece: Piece, words: Int32Array, word: number): void {
  piece.place = words[word] ?? 0;
  piece.length = words[word + 1] ?? 0;
}
