import pino from "pino";
import type { Env } from "../edges.ts";
import type { LogLevel } from "./levels.ts";
import { safeError } from "./safe-error.ts";
import { openSink } from "./sink.ts";

/** Every field that a token could stand in, at the top and one or two levels down. */
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
  /** The file descriptor that the lines go to. */
  readonly descriptor?: 1 | 2;
  readonly env?: Env;
  /** Further fields that a token could be in, such as a vendor's own name for it. */
  readonly secretFields?: readonly string[];
}

/** The programs' log: JSON lines (in a terminal, lines for people), written at once, with nothing in them that is not for everybody's eyes. */
export async function createLog({
  level = "info",
  descriptor = 1,
  env = process.env,
  secretFields = [],
}: LogOptions = {}): Promise<pino.Logger> {
  return pino(logOptions(level, [...SECRET_FIELDS, ...secretFields]), await openSink(descriptor, env));
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
