/** How often, from 0 to 1, each oddity comes. */
export interface Odds {
  /** A line that tells how a tool gets on: most lines, of which a few hold the answer of a subagent. */
  readonly progress: number;
  /** Of the other lines: a request, written as one line or several; the rest are the user's. */
  readonly request: number;
  /** A request that an earlier file holds is written again (fork, resume). */
  readonly fork: number;
  /** A copy of a request whose other counts or model differ, its output being the same or not. */
  readonly differingCopy: number;
  /** Request or message id missing, null or empty. */
  readonly noId: number;
  /** A request with copies on both sides of a Toronto midnight. */
  readonly midnight: number;
  readonly oddTimestamp: number;
  readonly oddCount: number;
  readonly oddModel: number;
  readonly oddVersion: number;
  /** Spaces, reordered, escaped or doubled keys. */
  readonly oddSyntax: number;
  /** `\r\n` at the line's end. */
  readonly crlf: number;
  /** A line that is no usage though it looks like it, is no JSON, or is blank. */
  readonly oddLine: number;
  /** Bytes that are not UTF-8 in a line. */
  readonly badBytes: number;
  /** A file that ends without a newline. */
  readonly tornEnd: number;
  readonly byteOrderMark: number;
}

export interface CorpusOptions extends Partial<Odds> {
  readonly seed: number;
  readonly files: number;
  /** About how much is written in all. */
  readonly bytes: number;
  /** How many days before today the scan that the truth is for covers. */
  readonly days?: number;
  /** Epoch milliseconds. */
  readonly now: number;
  /** What the files' mtimes say: the time of the last line in each (default), or `now`. */
  readonly mtimes?: "last-line" | "now";
}

/** As found in the wild: a sixth of the bytes and of the lines are the assistant's. */
export const USUAL: Odds = {
  progress: 0.76,
  request: 0.35,
  fork: 0.05,
  differingCopy: 0,
  noId: 0.001,
  midnight: 0.002,
  oddTimestamp: 0,
  oddCount: 0,
  oddModel: 0,
  oddVersion: 0,
  oddSyntax: 0,
  crlf: 0,
  oddLine: 0.002,
  badBytes: 0,
  tornEnd: 0.02,
  byteOrderMark: 0,
};

/** Everything odd, often. */
export const ODD: Odds = {
  progress: 0.1,
  request: 0.5,
  fork: 0.25,
  differingCopy: 0.25,
  noId: 0.15,
  midnight: 0.15,
  oddTimestamp: 0.1,
  oddCount: 0.1,
  oddModel: 0.1,
  oddVersion: 0.1,
  oddSyntax: 0.3,
  crlf: 0.1,
  oddLine: 0.3,
  badBytes: 0.05,
  tornEnd: 0.5,
  byteOrderMark: 0.2,
};
