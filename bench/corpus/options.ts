/** How often each case occurs, from 0 to 1. */
export interface Rates {
  /** A progress line of a tool. Most lines are; a few of them contain the answer of a subagent. */
  readonly progress: number;
  /** Of the other lines: a request, written as one or more lines. The rest are the user's. */
  readonly request: number;
  /** A request of an earlier file is written again (fork, resume). */
  readonly fork: number;
  /** A copy of a request with another model and other counts, and sometimes another output. */
  readonly differingCopy: number;
  /** The message id or request id is missing, null or empty. */
  readonly noId: number;
  /** A request with copies on both sides of a Toronto midnight. */
  readonly midnight: number;
  readonly unusualTimestamp: number;
  readonly unusualCount: number;
  readonly unusualModel: number;
  readonly unusualVersion: number;
  /** Fast mode. */
  readonly fast: number;
  /** A request with calls to an advisor, and of these, one with calls to hundreds of models. */
  readonly advisor: number;
  readonly manyAdvisors: number;
  /** The cache writes for 5 minutes and for 1 hour are missing, or add up to another number. */
  readonly unusualCacheCreation: number;
  /** A request whose last line has no `stop_reason`. */
  readonly unfinished: number;
  /** Spaces, and reordered, escaped or repeated keys. */
  readonly unusualSyntax: number;
  /** The line ends with `\r\n`. */
  readonly crlf: number;
  /** A line that looks like usage but is not, is not JSON, or is blank. */
  readonly unusualLine: number;
  /** A line contains bytes that are not UTF-8. */
  readonly badBytes: number;
  /** A file does not end with a newline. */
  readonly tornEnd: number;
  readonly byteOrderMark: number;
}

export interface CorpusOptions extends Partial<Rates> {
  readonly seed: number;
  readonly files: number;
  /** Approximate size of all files together. */
  readonly bytes: number;
  /** How many days before today the expected scan covers. */
  readonly days?: number;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The files' mtimes: the time of the last line of each (default), or `now`. */
  readonly mtimes?: "last-line" | "now";
}

/** Like real transcripts: the assistant's lines are a sixth of all lines and bytes. */
export const TYPICAL: Rates = {
  progress: 0.76,
  request: 0.35,
  fork: 0.05,
  differingCopy: 0,
  noId: 0.001,
  midnight: 0.002,
  unusualTimestamp: 0,
  unusualCount: 0,
  unusualModel: 0,
  unusualVersion: 0,
  fast: 0.01,
  advisor: 0.002,
  manyAdvisors: 0,
  unusualCacheCreation: 0,
  unfinished: 0.03,
  unusualSyntax: 0,
  crlf: 0,
  unusualLine: 0.002,
  badBytes: 0,
  tornEnd: 0.02,
  byteOrderMark: 0,
};

/** Every unusual case, often. */
export const UNUSUAL: Rates = {
  progress: 0.1,
  request: 0.5,
  fork: 0.25,
  differingCopy: 0.25,
  noId: 0.15,
  midnight: 0.15,
  unusualTimestamp: 0.1,
  unusualCount: 0.1,
  unusualModel: 0.1,
  unusualVersion: 0.1,
  fast: 0.1,
  advisor: 0.15,
  manyAdvisors: 0.3,
  unusualCacheCreation: 0.2,
  unfinished: 0.2,
  unusualSyntax: 0.3,
  crlf: 0.1,
  unusualLine: 0.3,
  badBytes: 0.05,
  tornEnd: 0.5,
  byteOrderMark: 0.2,
};
