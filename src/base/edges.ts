/** An environment, whatever is in it. */
export type AnyEnv = Readonly<Record<string, string | undefined>>;

/** A variable that the program reads. `docs/settings.md` describes each (`scripts/docs/words.ts`). */
export type Variable =
  | `AGENT_USAGE_${string}`
  /** Where a vendor's coding agent keeps its files. */
  | `${string}_CONFIG_DIR`
  | "HOME"
  | "USER"
  | "XDG_CONFIG_HOME"
  | "XDG_STATE_HOME"
  | "NODE_USE_ENV_PROXY"
  | "HTTPS_PROXY"
  | "https_proxy"
  | "ALL_PROXY"
  | "all_proxy"
  | "NO_PROXY"
  | "no_proxy"
  | "NODE_EXTRA_CA_CERTS"
  | "NODE_TLS_REJECT_UNAUTHORIZED"
  | "NODE_OPTIONS"
  | "NODE_DEBUG"
  | "NO_COLOR"
  | "FORCE_COLOR"
  | "TERM"
  | "COLUMNS"
  | "LC_ALL"
  | "LC_CTYPE"
  | "LANG"
  | "PATH"
  | "CREDENTIALS_DIRECTORY"
  | "JOURNAL_STREAM";

/** The environment as the program reads it. Reading any other variable is a compile error. */
export type Env = { readonly [name in Variable]?: string | undefined };

/** Epoch milliseconds, or a function that returns them. */
export type Now = number | (() => number);

export function clockOf(now: Now | undefined): () => number {
  if (typeof now === "function") return now;
  return now === undefined ? Date.now : () => now;
}

/** The arguments of `fetch` that the two calls of a beat use. */
export interface FetchInit {
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly redirect: "error";
  readonly signal: AbortSignal;
}

/** The part of a web stream that the two calls use to read a body. */
export interface Body {
  getReader(): {
    read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
    cancel(): Promise<unknown>;
  };
  cancel(): Promise<unknown>;
}

/** The part of a response that the two calls use. */
export interface Answer {
  readonly status: number;
  readonly body: Body | null;
}

/** `fetch` as the two calls of a beat use it. The global one fits. */
export type Fetch = (url: string, init: FetchInit) => Promise<Answer>;

type LogMethod = (fields: Readonly<Record<string, unknown>>, message: string) => void;

/** The log methods that the stages use. A pino logger fits. */
export interface Log {
  readonly debug: LogMethod;
  readonly info: LogMethod;
  readonly warn: LogMethod;
  readonly error: LogMethod;
}

/** Fills in a log's missing methods with ones that do nothing. */
export function completeLog(log: Partial<Log> = {}): Log {
  const silent = () => {};
  return {
    debug: log.debug?.bind(log) ?? silent,
    info: log.info?.bind(log) ?? silent,
    warn: log.warn?.bind(log) ?? silent,
    error: log.error?.bind(log) ?? silent,
  };
}
