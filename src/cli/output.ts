import { writeFileSync } from "node:fs";
import { Socket } from "node:net";
import { errorCode } from "../base/errors.ts";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { cappedWriter, streamOf } from "../base/log/output.ts";

/** Where a command's output goes. */
export interface Output {
  /** The program's name, which begins each line about a problem. */
  readonly program: string;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

/** The standard streams. @param onLost is told the system's code where standard output could not be written */
export function openOutput(program: string, onLost: (code: string) => void): Output {
  return { program, out: (text) => write(1, text, onLost), err: (text) => write(2, text, () => {}) };
}

function write(descriptor: 1 | 2, text: string, onLost: (code: string) => void): void {
  // What stands in a log's place is bounded; an answer is not to be cut.
  const capped = descriptor === 2 ? cappedWriter(descriptor, process.env) : undefined;
  if (capped !== undefined) {
    capped(text);
    return;
  }
  const stream = streamOf(descriptor);
  const lose = (error: unknown) => {
    const code = errorCode(error);
    // A reader that went away has had what it wanted.
    if (code !== "EPIPE") onLost(code);
  };
  if (stream instanceof Socket) {
    stream.write(text, (error) => {
      if (error) lose(error);
    });
    return;
  }
  try {
    // The stream of a file takes what a filling disk still had room for as all of the text.
    writeFileSync(descriptor, text);
  } catch (error) {
    lose(error);
  }
}

/** Says in one line what is wrong, and gives the exit code for it. */
export function refuse({ program, err }: Output, message: string): ExitCode {
  err(`${program}: ${message}\n`);
  return EXIT.failed;
}
