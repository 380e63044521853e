import { fstatSync } from "node:fs";
import { Socket } from "node:net";
import { isatty } from "node:tty";
import pino from "pino";
import { hasColor } from "../color.ts";
import type { Env } from "../edges.ts";
import type { LogFormat } from "./levels.ts";
import { cappedWriter, streamOf, type Write } from "./output.ts";
import { textLine } from "./text-line.ts";

/** How much is buffered for a stalled reader, in UTF-16 units. Further lines are dropped and counted. */
const MAX_WAITING = 1024 * 1024;

/** Where pino writes its lines. */
export type Sink = pino.DestinationStream & { lastLevel?: number };

/**
 * Opens the sink for what a descriptor refers to: a terminal, the journal, launchd's file, or anything else.
 * @param format by default text where a person reads: everywhere but in a pipe or another file
 */
export async function openSink(descriptor: 1 | 2, env: Env, format?: LogFormat): Promise<Sink> {
  const isTerminal = isatty(descriptor);
  const capped = isTerminal ? undefined : cappedWriter(descriptor, env);
  const toJournal = isJournal(descriptor, env);
  const isForPeople = isTerminal || capped !== undefined || toJournal;
  const convert = converter(descriptor, env, format ?? (isForPeople ? "text" : "json"));
  const stream = streamOf(descriptor);
  const write =
    capped ??
    (!isTerminal && stream instanceof Socket
      ? readWriter(stream, (line) => (toJournal ? `<${priority(40)}>` : "") + convert(line))
      : fileWriter(descriptor));
  return toJournal ? journalSink(write, convert) : { write: (line) => write(convert(line)) };
}

/** Turns one of pino's lines into what the descriptor gets. */
function converter(descriptor: 1 | 2, env: Env, format: LogFormat): (line: string) => string {
  if (format === "json") return (line) => line;
  const isTerminal = isatty(descriptor);
  const time = isTerminal ? "time" : isJournal(descriptor, env) ? "none" : "date";
  return (line) => textLine(line, { time, hasColor: hasColor(isTerminal, env) });
}

/** Writes synchronously. */
function fileWriter(descriptor: number): Write {
  const destination = pino.destination({ fd: descriptor, sync: true });
  destination.on("error", () => {});
  return (text) => void destination.write(text);
}

/**
 * Writes to a pipe or a socket without waiting for its reader: a stalled reader must not hold up a beat and its lock.
 * Once the reader continues, a line reports how many lines were lost.
 */
function readWriter(stream: Socket, convert: (line: string) => string): Write {
  let lost = 0;
  // The program goes on without its reader.
  if (stream.listenerCount("error") === 0) stream.on("error", () => {});
  return (text) => {
    if (stream.writableLength + text.length > MAX_WAITING) {
      lost++;
      return;
    }
    if (lost > 0) {
      const time = new Date().toISOString();
      const line = { level: "warn", time, lost, msg: "log lines were lost: the log's reader had stalled" };
      stream.write(convert(`${JSON.stringify(line)}\n`));
      lost = 0;
    }
    stream.write(text);
  };
}

/** Starts each line with its priority for the journal (sd-daemon(3)). */
function journalSink(write: Write, convert: (line: string) => string): Sink {
  const sink: Sink & Record<symbol, boolean> = {
    // With this, pino sets `lastLevel` before each line.
    [Symbol.for("pino.metadata")]: true,
    write: (line) => write(`<${priority(sink.lastLevel ?? 30)}>${convert(line)}`),
  };
  return sink;
}

/** Whether the descriptor is the stream that systemd reads for the journal (systemd.exec(5), `JOURNAL_STREAM`). */
export function isJournal(descriptor: number, env: Env): boolean {
  const { dev, ino } = fstatSync(descriptor, { bigint: true });
  return env["JOURNAL_STREAM"] === `${dev}:${ino}`;
}

/** Converts pino's level to syslog's. */
function priority(level: number): number {
  if (level >= 60) return 2;
  if (level >= 50) return 3;
  if (level >= 40) return 4;
  return level >= 30 ? 6 : 7;
}

/** A record that is written without a log, as the log would write it. */
export function recordLine(descriptor: 1 | 2, env: Env, record: Readonly<Record<string, unknown>>): string {
  const isForPeople =
    isatty(descriptor) || isJournal(descriptor, env) || cappedWriter(descriptor, env) !== undefined;
  return converter(descriptor, env, isForPeople ? "text" : "json")(`${JSON.stringify(record)}\n`);
}
