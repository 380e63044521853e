/** An environment, whatever is in it. */
export type AnyEnv = Readonly<Record<string, string | undefined>>;

/** A variable that the program reads. `docs/settings.md` describes each (`scripts/docs/words.ts`). */
export type Variable =
  | `AGENT_USAGE_${string}`
  /** Where a vendor's coding agent keeps its files. */
  | `${string}_CONFIG_DIR`
  | "HOME"
  | "XDG_CONFIG_HOME"
  | "XDG_STATE_HOME"
  | "NODE_USE_ENV_PROXY"
  | "HTTPS_PROXY"
  | "https_proxy"
  | "NO_PROXY"
  | "no_proxy"
  | "NODE_EXTRA_CA_CERTS"
  | "NODE_TLS_REJECT_UNAUTHORIZED"
  | "NODE_OPTIONS"
  | "NODE_DEBUG"
  | "NO_COLOR"
  | "FORCE_COLOR"
  | "TERM"
  | "LC_ALL"
  | "LC_CTYPE"
  | "LANG"
  | "PATH"
  | "CREDENTIALS_DIRECTORY"
  | "JOURNAL_STREAM";

/** The environment as the program reads it: to read any other variable does not compile. */
export type Env = { readonly [name in Variable]?: string | undefined };

/** Epoch milliseconds, or a function that gives them. */
export type Now = number | (() => number);

export function clockOf(now: Now | undefined): () => number {
  if (typeof now === "function") return now;
  return now === undefined ? Date.now : () => now;
}

/** What the two calls of a beat ask of a `fetch`. */
export interface FetchInit {
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly redirect: "error";
  readonly signal: AbortSignal;
}

/** A body as they read it: the part of a web stream that they use. */
export interface Body {
  getReader(): {
    read(): Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
    cancel(): Promise<unknown>;
  };
  cancel(): Promise<unknown>;
}

/** What they look at of a response. */
export interface Answer {
  readonly status: number;
  readonly body: Body | null;
}

/** `fetch` as the two calls of a beat use it; the global one fits. */
export type Fetch = (url: string, init: FetchInit) => Promise<Answer>;

type LogMethod = (fields: Readonly<Record<string, unknown>>, message: string) => void;

/** What the stages need of a log; pino fits. */
export interface Log {
  readonly debug: LogMethod;
  readonly info: LogMethod;
  readonly warn: LogMethod;
  readonly error: LogMethod;
}

/** A log with every method: those that a library's user left out say nothing. */
export function wholeLog(log: Partial<Log> = {}): Log {
  const silent = () => {};
  return {
    debug: log.debug?.bind(log) ?? silent,
    info: log.info?.bind(log) ?? silent,
    warn: log.warn?.bind(log) ?? silent,
    error: log.error?.bind(log) ?? silent,
  };
}
