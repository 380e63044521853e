import { Socket } from "node:net";
import { isatty } from "node:tty";
import pino from "pino";
import type { Env } from "../edges.ts";
import type { LogFormat } from "./levels.ts";
import { converter, isJournal } from "./lines.ts";
import { cappedWriter, streamOf, type Write } from "./output.ts";

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

/** Converts pino's level to syslog's. */
function priority(level: number): number {
  if (level >= 60) return 2;
  if (level >= 50) return 3;
  if (level >= 40) return 4;
  return level >= 30 ? 6 : 7;
}
