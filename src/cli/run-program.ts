import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { recordLine } from "../base/log/lines.ts";
import { safeError } from "../base/log/safe-error.ts";
import { describeCode } from "../base/system-errors.ts";
import { exitNow, flushed, threadsIdle } from "./exit.ts";
import { type Output, openOutput, refuse } from "./output.ts";

/** How long to wait for a bug's last line to be written and for the threads, in milliseconds. */
const LAST_LINE_MS = 1_000;

/** Runs a program until it exits. Only this function, and the daemon's schedule, catch every error. */
export async function runProgram(
  program: string,
  work: (output: Output) => Promise<ExitCode>,
): Promise<void> {
  let lost: string | undefined;
  const output = openOutput(program, (code) => {
    lost ??= code;
  });
  const onBug = (error: unknown) => {
    const bug = { level: "fatal", time: new Date().toISOString(), err: safeError(error), msg: "a bug" };
    output.err(recordLine(2, process.env, bug));
    setTimeout(() => exitNow(EXIT.bug), LAST_LINE_MS);
    void flushed()
      .then(threadsIdle)
      .then(() => process.exit(EXIT.bug));
  };
  // A failed write must not end the program. It is reported below.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  process.on("uncaughtException", onBug);
  process.on("unhandledRejection", onBug);
  try {
    let code = await work(output);
    // Until the next line returns, a signal can still end a process that is blocked by a reader or a disk.
    await flushed();
    if (lost !== undefined) {
      const failed = refuse(output, `cannot write to standard output: ${describeCode(lost)}`);
      code = code === EXIT.ok ? failed : code;
      await flushed();
    }
    await threadsIdle();
    // Exit explicitly: an aborted call may have left a connecting socket that would keep the process alive.
    process.exit(code);
  } catch (error) {
    onBug(error);
  }
}
