import {
  type AdvisorCall,
  cacheCreation,
  type IdHash,
  instantOf,
  type Usage,
  type UsageLine,
} from "../line.ts";
import { decodeCount, decodeText, type Mutable, type PlainLine, type Span } from "./decode.ts";

/** The layout of the records in the kernel's memory, in bytes; see `assembly/record.ts`. */
const RECORDS = 64 * 1024;
const RECORD_BYTES = 160;
export const MAX_RECORDS = 1024;
const WORD_BYTES = 4;
const NUMBER_BYTES = 8;
/** Where values are in a record, in words. */
const KIND = 14;
const FLAGS = 15;
const ADVISOR_CALLS = 16;
const IDS = 17;
const MODEL = 21;
const VERSION = 23;
const TIMESTAMP = 25;
const COUNTS = 27;
const LABELS = 39;
/** The kind of a record whose line is plain. */
const PLAIN = 2;
const FAST = 1;
const STOPPED = 2;
const IDENTIFIED = 4;

/** What a `PlaceSink` may seek, as bits. */
export const SESSION = 1;
export const FOLDER = 2;

/** Receives what lines say of the place they were written in, from the first line on, as long as it seeks any of it. */
export interface PlaceSink {
  /** `SESSION` and `FOLDER`, as bits; 0 for nothing. */
  readonly sought: number;
  /** The session and the folder of a line; empty if it has none. */
  add(session: string, folder: string): void;
}

/** Receives the lines that count. */
export interface LineSink {
  plain(line: PlainLine, bytes: Buffer): void;
  decoded(line: UsageLine): void;
  /** An advisor call of the last line. */
  advisorCall(call: AdvisorCall): void;
  /** A number of lines that look like usage but are not JSON, or are too long. */
  skipped(lines: number): void;
  readonly place?: PlaceSink | undefined;
}

/** What the kernel found in lines, in its memory. */
export class Records {
  /** Reused for every line. */
  readonly #line: PlainLine = {
    at: 0,
    inputTokens: 0,
    outputTokens: 0,
    cacheCreationTokens: 0,
    cacheReadTokens: 0,
    cacheCreation1hTokens: 0,
    isFast: false,
    isStopped: false,
    ids: undefined,
    model: { start: 0, length: 0, slot: 0 },
    version: { start: 0, length: 0, slot: 0 },
  };
  /** Reused for every line. */
  readonly #ids: Mutable<IdHash> = { first: 0, second: 0, third: 0, fourth: 0 };
  readonly #bytes: Buffer;
  readonly #numbers: Float64Array;
  readonly #words: Int32Array;

  /** @param memory the kernel's, until it grows */
  constructor(memory: ArrayBuffer) {
    this.#bytes = Buffer.from(memory);
    this.#numbers = new Float64Array(memory);
    this.#words = new Int32Array(memory);
  }

  /** Passes on the line of a record. Returns where its advisor calls may be; 0 if there are none. */
  pass(index: number, sink: LineSink): number {
    const word = wordOf(index);
    if (this.#words[word + KIND] === PLAIN) sink.plain(this.#plainLine(word), this.#bytes);
    else {
      const line = this.#decodedLine(word);
      if (line === undefined) return 0;
      sink.decoded(line);
    }
    return this.#words[word + ADVISOR_CALLS] ?? 0;
  }

  /** The advisor call in the last record. */
  get advisorCall(): AdvisorCall {
    return this.#call(wordOf(MAX_RECORDS));
  }

  /** Passes on the place at an address. */
  passPlace(address: number, sink: PlaceSink): void {
    const word = address / WORD_BYTES;
    sink.add(this.#text(word), this.#text(word + 2));
  }

  #plainLine(word: number): PlainLine {
    const words = this.#words;
    const numbers = this.#numbers;
    const number = (word * WORD_BYTES) / NUMBER_BYTES;
    const line = this.#line;
    const flags = words[word + FLAGS] ?? 0;
    const for1h = numbers[number + 6] ?? 0;
    line.at = numbers[number] ?? 0;
    line.inputTokens = numbers[number + 1] ?? 0;
    line.outputTokens = numbers[number + 2] ?? 0;
    line.cacheCreationTokens = cacheCreation(numbers[number + 3] ?? 0, numbers[number + 5] ?? 0, for1h);
    line.cacheReadTokens = numbers[number + 4] ?? 0;
    line.cacheCreation1hTokens = for1h;
    line.isFast = (flags & FAST) !== 0;
    line.isStopped = (flags & STOPPED) !== 0;
    line.ids = this.#idsOf(word);
    setSpan(line.model, words, word + MODEL);
    setSpan(line.version, words, word + VERSION);
    const labels = words[word + LABELS] ?? 0;
    line.model.slot = labels & 0xffff;
    line.version.slot = labels >>> 16;
    return line;
  }

  /** A line that is not plain. Undefined if its timestamp is invalid: it does not count. */
  #decodedLine(word: number): UsageLine | undefined {
    const at = instantOf(this.#text(word + TIMESTAMP));
    if (at === undefined) return undefined;
    return {
      ...this.#call(word),
      at,
      ids: this.#idsOf(word),
      version: this.#text(word + VERSION),
      isStopped: ((this.#words[word + FLAGS] ?? 0) & STOPPED) !== 0,
    };
  }

  #idsOf(word: number): IdHash | undefined {
    const words = this.#words;
    if (((words[word + FLAGS] ?? 0) & IDENTIFIED) === 0) return undefined;
    const ids = this.#ids;
    ids.first = words[word + IDS] ?? 0;
    ids.second = words[word + IDS + 1] ?? 0;
    ids.third = words[word + IDS + 2] ?? 0;
    ids.fourth = words[word + IDS + 3] ?? 0;
    return ids;
  }

  #call(word: number): AdvisorCall {
    const isFast = ((this.#words[word + FLAGS] ?? 0) & FAST) !== 0;
    return { ...this.#usage(word), model: this.#text(word + MODEL), isFast };
  }

  #usage(word: number): Usage {
    const count = (index: number): number => {
      const span = this.#span(word + COUNTS + 2 * index);
      const known = this.#numbers[(word * WORD_BYTES) / NUMBER_BYTES + 1 + index] ?? 0;
      return span.length === 0 ? known : decodeCount(this.#bytes, span);
    };
    const for1h = count(5);
    return {
      inputTokens: count(0),
      outputTokens: count(1),
      cacheCreationTokens: cacheCreation(count(2), count(4), for1h),
      cacheReadTokens: count(3),
      cacheCreation1hTokens: for1h,
    };
  }

  #text(word: number): string {
    return decodeText(this.#bytes, this.#span(word));
  }

  #span(word: number): Span {
    const span = { start: 0, length: 0 };
    setSpan(span, this.#words, word);
    return span;
  }
}

/** Where a record starts, in words. */
function wordOf(index: number): number {
  return (RECORDS + index * RECORD_BYTES) / WORD_BYTES;
}

function setSpan(span: Span, words: Int32Array, word: number): void {
  span.start = words[word] ?? 0;
  span.length = words[word + 1] ?? 0;
}
