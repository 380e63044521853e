import { writeFileSync } from "node:fs";
import { Socket } from "node:net";
import { errorCode } from "../base/errors.ts";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { isJournal } from "../base/log/lines.ts";
import { cappedWriter, streamOf } from "../base/log/output.ts";

/** Where a command's output goes. */
export interface Output {
  /** The program's name, which starts each line about a problem. */
  readonly program: string;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** The standard streams. @param onLost gets the system's error code if standard output cannot be written. */
export function openOutput(program: string, onLost: (code: string) => void): Output {
  return {
    program,
    out: (text) => write(1, text, onLost),
    err: (text) => write(2, withPriority(text), () => {}),
  };
}

/** In the journal, a line on standard error has the priority of an error (sd-daemon(3)). */
function withPriority(text: string): string {
  return isJournal(2, process.env) ? text.replace(/^(?=.)/gm, "<3>") : text;
}

function write(descriptor: 1 | 2, text: string, onLost: (code: string) => void): void {
  // Standard error may be a log file with a size limit. Standard output is never cut.
  const capped = descriptor === 2 ? cappedWriter(descriptor, process.env) : undefined;
  if (capped !== undefined) {
    capped(text);
    return;
  }
  const stream = streamOf(descriptor);
  const lose = (error: unknown) => {
    const code = errorCode(error);
    // A reader that closed the pipe has read what it wanted.
    if (code !== "EPIPE") onLost(code);
  };
  if (stream instanceof Socket) {
    stream.write(text, (error) => {
      if (error) lose(error);
    });
    return;
  }
  try {
    // Not through the stream: on a disk that fills up, a file stream reports a partial write as a whole one.
    writeFileSync(descriptor, text);
  } catch (error) {
    lose(error);
  }
}

/** Prints one line about a problem and returns the exit code for it. */
export function refuse({ program, err }: Output, message: string): ExitCode {
  err(`${program}: ${message}\n`);
  return EXIT.failed;
}
