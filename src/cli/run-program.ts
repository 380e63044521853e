import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { safeError } from "../base/log/safe-error.ts";
import { endNow, flushed, threadsIdle } from "./ending.ts";
import { type Output, openOutput, refuse } from "./output.ts";

/** How long a bug's last line may take to get out, and the threads to come to an end, in milliseconds. */
const LAST_LINE_MS = 1_000;

/** Runs a program to its end. Only here, and in the daemon's beats, is everything caught. */
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
    output.err(`${JSON.stringify(bug)}\n`);
    setTimeout(() => endNow(EXIT.bug), LAST_LINE_MS);
    void flushed()
      .then(threadsIdle)
      .then(() => process.exit(EXIT.bug));
  };
  // What cannot be written ends nothing by itself.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  process.on("uncaughtException", onBug);
  process.on("unhandledRejection", onBug);
  try {
    let code = await work(output);
    // Here a signal still ends what a reader or a disk holds up.
    await flushed();
    if (lost !== undefined) {
      const failed = refuse(output, `standard output cannot be written (${lost})`);
      code = code === EXIT.ok ? failed : code;
      await flushed();
    }
    await threadsIdle();
    // A call that was ended may still hold a socket that is connecting.
    process.exit(code);
  } catch (error) {
    onBug(error);
  }
}
