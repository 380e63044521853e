import { fstatSync } from "node:fs";
import { isatty } from "node:tty";
import { hasColor } from "../color.ts";
import type { Env } from "../edges.ts";
import type { LogFormat } from "./levels.ts";
import { cappedWriter } from "./output.ts";
import { textLine } from "./text-line.ts";

/** Turns one of pino's lines into what the descriptor gets. */
export function converter(descriptor: 1 | 2, env: Env, format: LogFormat): (line: string) => string {
  if (format === "json") return (line) => line;
  const isTerminal = isatty(descriptor);
  const time = isTerminal ? "time" : isJournal(descriptor, env) ? "none" : "date";
  return (line) => textLine(line, { time, hasColor: hasColor(isTerminal, env) });
}

/** Whether the descriptor is the stream that systemd reads for the journal (systemd.exec(5), `JOURNAL_STREAM`). */
export function isJournal(descriptor: number, env: Env): boolean {
  const { dev, ino } = fstatSync(descriptor, { bigint: true });
  return env["JOURNAL_STREAM"] === `${dev}:${ino}`;
}

/** A record that is written without a log, as the log would write it. */
export function recordLine(descriptor: 1 | 2, env: Env, record: Readonly<Record<string, unknown>>): string {
  const isForPeople =
    isatty(descriptor) || isJournal(descriptor, env) || cappedWriter(descriptor, env) !== undefined;
  return converter(descriptor, env, isForPeople ? "text" : "json")(`${JSON.stringify(record)}\n`);
}
