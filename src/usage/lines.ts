import type { Pacer } from "../base/pacer.ts";
import type { ScanFiles } from "./files.ts";

/** Lines longer than this are passed over (design: Transcripts), in bytes without the newline. */
export const MAX_LINE_BYTES = 64 * 1024 * 1024;

const CHUNK_BYTES = 256 * 1024;
const NEWLINE = 10;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

export interface LineSink {
  /** New bytes stand in the buffer: what was learned of the old ones is void. */
  refilled(): void;
  /** A line, from `start` to before `end`; `whole` where its newline is there. The bytes are good until it returns. */
  line(bytes: Buffer, start: number, end: number, whole: boolean): void;
  /** A whole line over `MAX_LINE_BYTES`. */
  overlong(): void;
}

/** Reads files line by line through one buffer, which grows with the longest line. */
export class LineReader {
  #buffer = Buffer.allocUnsafeSlow(2 * CHUNK_BYTES);
  readonly #files: ScanFiles;
  readonly #pacer: Pacer;

  constructor(files: ScanFiles, pacer: Pacer) {
    this.#files = files;
    this.#pacer = pacer;
  }

  /** Reads an open file from its beginning to its end. Throws what the system's read throws; the lines before it were given. */
  async read(descriptor: number, sink: LineSink): Promise<void> {
    let position = 0;
    /** The unread part of the buffer is `[start, end)`; no newline stands before `searched`. */
    let start = 0;
    let end = 0;
    let overlong = false;
    let atHead = true;

    for (;;) {
      if (this.#pacer.due) await this.#pacer.rest();
      if (start > 0) {
        this.#buffer.copyWithin(0, start, end);
        end -= start;
        start = 0;
      }
      if (this.#buffer.length - end < CHUNK_BYTES) this.#grow();
      const searched = atHead ? 0 : end;
      const length = this.#files.readSync(descriptor, this.#buffer, end, CHUNK_BYTES, position);
      if (length === 0) break;
      end += length;
      position += length;
      sink.refilled();
      if (atHead) {
        if (end < BYTE_ORDER_MARK.length) continue;
        if (startsWithMark(this.#buffer)) start = BYTE_ORDER_MARK.length;
        atHead = false;
      }

      const filled = this.#buffer.subarray(0, end);
      for (let newline = filled.indexOf(NEWLINE, Math.max(start, searched)); newline !== -1; ) {
        if (overlong || newline - start > MAX_LINE_BYTES) sink.overlong();
        else sink.line(filled, start, newline, true);
        overlong = false;
        start = newline + 1;
        newline = filled.indexOf(NEWLINE, start);
        if (this.#pacer.due) await this.#pacer.rest();
      }
      if (end - start > MAX_LINE_BYTES) {
        overlong = true;
        start = end;
      }
    }
    sink.refilled();
    if (end > start && !overlong) sink.line(this.#buffer, start, end, false);
  }

  #grow(): void {
    const larger = Buffer.allocUnsafeSlow(this.#buffer.length * 2);
    this.#buffer.copy(larger);
    this.#buffer = larger;
  }
}

function startsWithMark(buffer: Buffer): boolean {
  return buffer.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK);
}
