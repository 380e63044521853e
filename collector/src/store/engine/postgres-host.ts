import pg from "pg";
import { parseIntoClientConfig } from "pg-connection-string";
import { passwordInFile } from "./postgres-password.ts";

/** How long one host may take to answer, in milliseconds. */
export const CONNECT_MS = 3_000;
/** After how long without traffic the system asks whether the other end is still there, in milliseconds. */
const KEEP_ALIVE_MS = 10_000;
const INT8 = 20;
/** What `pg` says to a host without TLS. It has no code. */
export const NO_TLS = "The server does not support SSL connections";

/** The values of `sslmode`, as libpq has them. */
const MODES = ["disable", "allow", "prefer", "require", "verify-ca", "verify-full"];

/** One of the hosts in a URL. */
export class PostgresHost {
  readonly #url: URL;
  /** Whether TLS is used if the host has it, and not if it has not: libpq's `prefer`, which is also its default. */
  readonly #isTlsOptional: boolean;
  #hasTls = true;

  /** Throws if the URL's `sslmode` is none, or if a file that it names cannot be read. @param url with one host */
  constructor(url: string) {
    this.#url = new URL(url);
    const { searchParams } = this.#url;
    if (searchParams.get("sslrootcert") === "system") {
      searchParams.delete("sslrootcert");
      searchParams.set("sslmode", "verify-full");
    }
    const mode = searchParams.get("sslmode") ?? "prefer";
    if (!MODES.includes(mode)) throw new Error(`sslmode must be one of ${MODES.join(", ")}`);
    this.#isTlsOptional = mode === "allow" || mode === "prefer";
    searchParams.set("sslmode", this.#isTlsOptional ? "prefer" : mode);
    // Without it, `pg` checks certificates for `require` as for `verify-full`.
    searchParams.set("uselibpqcompat", "true");
    this.config();
  }

  /** Such as `db1:5432`, for messages. */
  get name(): string {
    return this.#url.host;
  }

  config(): pg.ClientConfig {
    const url = new URL(this.#url);
    if (!this.#hasTls) url.searchParams.set("sslmode", "disable");
    const config = parseIntoClientConfig(url.href);
    // `pg` warns on standard error when it has to look for the file itself.
    const password = config.password || process.env["PGPASSWORD"] || passwordInFile;
    return {
      ...config,
      password: password as NonNullable<pg.ClientConfig["password"]>,
      application_name: "agent-usage-collector",
      keepAlive: true,
      keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
      connectionTimeoutMillis: CONNECT_MS,
      types: { getTypeParser: parserOf } as pg.CustomTypesConfig,
    };
  }

  /** A connection of its own. */
  async connect(): Promise<pg.Client> {
    const client = new pg.Client(this.config());
    // One that breaks later: whoever uses it then gets the error too.
    client.on("error", () => {});
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (!this.#isTlsOptional || !this.#hasTls || !isWithoutTls(error)) throw error;
      this.#hasTls = false;
      return this.connect();
    }
  }
}

function isWithoutTls(error: unknown): boolean {
  return error instanceof Error && error.message === NO_TLS;
}

/** Integers as numbers: those that are read so are at most 2^53-1. */
function parserOf(type: number, format: "text" | "binary"): unknown {
  return type === INT8 ? Number : pg.types.getTypeParser(type, format as "text");
}
