import { fstatSync } from "node:fs";
import { Socket } from "node:net";
import { isatty } from "node:tty";
import pino from "pino";
import { hasColor } from "../color.ts";
import type { Env } from "../edges.ts";
import { cappedWriter, streamOf, type Write } from "./output.ts";

/** How much is buffered for a stalled reader, in UTF-16 units. Further lines are dropped and counted. */
const MAX_WAITING = 1024 * 1024;

/** Where pino writes its lines. */
export type Sink = pino.DestinationStream & { lastLevel?: number };

/** Opens the sink for what a descriptor refers to: a terminal, the journal, launchd's file, or anything else. */
export async function openSink(descriptor: 1 | 2, env: Env): Promise<Sink> {
  if (isatty(descriptor)) return await terminalSink(fileWriter(descriptor), env);
  const capped = cappedWriter(descriptor, env);
  if (capped !== undefined) return { write: capped };
  const stream = streamOf(descriptor);
  const isRead = stream instanceof Socket;
  if (isJournal(descriptor, env)) {
    return journalSink(isRead ? readWriter(stream, `<${priority(40)}>`) : fileWriter(descriptor));
  }
  return { write: isRead ? readWriter(stream) : fileWriter(descriptor) };
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
function readWriter(stream: Socket, prefix = ""): Write {
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
      stream.write(`${prefix}${JSON.stringify(line)}\n`);
      lost = 0;
    }
    stream.write(text);
  };
}

/** Lines for people: time, level and message. */
async function terminalSink(write: Write, env: Env): Promise<Sink> {
  const { prettyFactory } = await import("pino-pretty");
  const prettify = prettyFactory({
    colorize: hasColor(true, env),
    hideObject: true,
    translateTime: "SYS:HH:MM:ss",
  });
  return { write: (line) => write(prettify(line)) };
}

/** Starts each line with its priority for the journal (sd-daemon(3)). */
function journalSink(write: Write): Sink {
  const sink: Sink & Record<symbol, boolean> = {
    // With this, pino sets `lastLevel` before each line.
    [Symbol.for("pino.metadata")]: true,
    write: (line) => write(`<${priority(sink.lastLevel ?? 30)}>${line}`),
  };
  return sink;
}

function isJournal(descriptor: number, env: Env): boolean {
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
