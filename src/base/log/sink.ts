import { fstatSync, ftruncateSync, writeSync } from "node:fs";
import { isatty } from "node:tty";
import pino from "pino";
import type { Env } from "../edges.ts";
import { isUnderLaunchd } from "../service-manager.ts";

/** The largest log file that is written where nobody rotates it, in bytes (design: The daemon, launchd agent). */
export const MAX_LOG_BYTES = 2 * 1024 * 1024;

/** What pino writes to: whole lines, at once. */
export type Sink = pino.DestinationStream & { lastLevel?: number };

/** The way to a descriptor that suits what it is: a terminal, the journal, launchd's file, or anything else. */
export async function openSink(descriptor: number, env: Env): Promise<Sink> {
  const destination = pino.destination({ fd: descriptor, sync: true });
  // A reader that went away ends nothing.
  destination.on("error", () => {});
  const write = (text: string) => void destination.write(text);
  if (isatty(descriptor)) return await terminalSink(write, env);
  if (isJournal(descriptor, env)) return journalSink(write);
  if (isUnderLaunchd(env) && fstatSync(descriptor).isFile()) return cappedSink(descriptor);
  return { write };
}

/** Lines for people: the time, the level, the sentence. */
async function terminalSink(write: (text: string) => void, env: Env): Promise<Sink> {
  const { prettyFactory } = await import("pino-pretty");
  const prettify = prettyFactory({
    colorize: !env["NO_COLOR"],
    hideObject: true,
    translateTime: "SYS:HH:MM:ss",
  });
  return { write: (line) => write(prettify(line)) };
}

/** Each line begins with its priority as the journal reads it (sd-daemon(3)). */
function journalSink(write: (text: string) => void): Sink {
  const sink: Sink & Record<symbol, boolean> = {
    // Asks pino to set `lastLevel` before each line.
    [Symbol.for("pino.metadata")]: true,
    write: (line) => write(`<${priority(sink.lastLevel ?? 30)}>${line}`),
  };
  return sink;
}

/** Begins anew before the file would pass the bound. Written at its end, whether it was opened for appending or not. */
function cappedSink(descriptor: number): Sink {
  return {
    write(line) {
      try {
        let { size } = fstatSync(descriptor);
        if (size + Buffer.byteLength(line) > MAX_LOG_BYTES) {
          ftruncateSync(descriptor, 0);
          size = 0;
        }
        writeSync(descriptor, line, size);
      } catch {
        // A full disk loses the line, and ends nothing.
      }
    },
  };
}

function isJournal(descriptor: number, env: Env): boolean {
  const { dev, ino } = fstatSync(descriptor, { bigint: true });
  return env["JOURNAL_STREAM"] === `${dev}:${ino}`;
}

/** From pino's levels to syslog's. */
function priority(level: number): number {
  if (level >= 60) return 2;
  if (level >= 50) return 3;
  if (level >= 40) return 4;
  return level >= 30 ? 6 : 7;
}
