import { vendor } from "#vendor";
import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { writerTo } from "../base/log/output.ts";

/** Where a command's output goes. */
export interface Output {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
}

export const realOutput: Output = {
  out: (text) => writerTo(1, process.env)(text),
  err: (text) => writerTo(2, process.env)(text),
};

/** Says in one line what is wrong, and gives the exit code for it. */
export function refuse({ err }: Output, message: string): ExitCode {
  err(`${vendor.program}: ${message}\n`);
  return EXIT.settings;
}
