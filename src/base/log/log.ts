import pino from "pino";
import type { Env } from "../edges.ts";
import type { LogFormat, LogLevel } from "./levels.ts";
import { safeError } from "./safe-error.ts";
import { openSink } from "./sink.ts";

/** Every field that could contain a token. They are redacted at the top level and one or two levels down. */
const SECRET_FIELDS = [
  "token",
  "accessToken",
  "refreshToken",
  "access_token",
  "refresh_token",
  "pushToken",
  "authorization",
  "Authorization",
  "headers",
  "cookie",
  "password",
  "secret",
  "credentials",
];

export interface LogOptions {
  readonly level?: LogLevel;
  /** The file descriptor to write to. */
  readonly descriptor?: 1 | 2;
  readonly env?: Env;
  /** @default text where a person reads, else JSON */
  readonly format?: LogFormat;
  /** Further fields that could contain a token, such as a vendor's own name for it. */
  readonly secretFields?: readonly string[];
}

/** The programs' log: lines for people or JSON lines, written at once and free of secrets. */
export async function createLog({
  level = "info",
  descriptor = 1,
  env = process.env,
  format,
  secretFields = [],
}: LogOptions = {}): Promise<pino.Logger> {
  return pino(
    logOptions(level, [...SECRET_FIELDS, ...secretFields]),
    await openSink(descriptor, env, format),
  );
}

function logOptions(level: LogLevel, secretFields: readonly string[]): pino.LoggerOptions {
  return {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: {
      paths: secretFields.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: "[redacted]",
    },
    serializers: { err: safeError, error: safeError, cause: safeError },
    formatters: { level: (label) => ({ level: label }) },
  };
}
