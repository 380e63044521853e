import pino from "pino";
import { vendor } from "#vendor";
import type { Env } from "../edges.ts";
import { errorCode, errorName } from "../errors.ts";
import type { LogLevel } from "../settings/config.ts";
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
  vendor.credentialsKey,
];
const REDACTED = SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]);

export interface LogOptions {
  readonly level?: LogLevel;
  /** The file descriptor that the lines go to. */
  readonly descriptor?: 1 | 2;
  readonly env?: Env;
}

/** The programs' log: JSON lines (in a terminal, lines for people), written at once, with nothing in them that is not for everybody's eyes. */
export async function createLog({
  level = "info",
  descriptor = 1,
  env = process.env,
}: LogOptions = {}): Promise<pino.Logger> {
  return pino(logOptions(level), await openSink(descriptor, env));
}

function logOptions(level: LogLevel): pino.LoggerOptions {
  return {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: REDACTED, censor: "[redacted]" },
    serializers: { err: safeError, error: safeError, cause: safeError },
    formatters: { level: (label) => ({ level: label }) },
  };
}

/** What an error may say of itself: its kind, its code, and where it was thrown; no message and no cause, which may hold a path or a token. */
export function safeError(error: unknown) {
  const frames = framesText(error)
    ?.split("\n")
    .flatMap((line) => {
      const at = /^\s+at (?:(.*) \()?(?:.*[/\\])?([^/\\()]+:\d+:\d+)\)?$/.exec(line);
      return at === null ? [] : [`${at[1] ?? ""}@${at[2]}`];
    });
  return { type: errorName(error) ?? typeof error, code: errorCode(error), at: frames?.slice(0, 8) };
}

/** The stack behind the message, which may look like a stack itself; nothing where the message is not found in it. */
function framesText(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { stack = "", message } = error;
  const start = stack.indexOf(message);
  return start === -1 ? undefined : stack.slice(start + message.length);
}
