import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { safeError } from "../base/log/safe-error.ts";
import { endNow, flushed, threadsIdle } from "./ending.ts";
import { realOutput } from "./output.ts";

/** How long a bug's last line may take to get out, and the threads to come to an end, in milliseconds. */
const LAST_LINE_MS = 1_000;

/** Runs a program to its end. Only here, and in the daemon's beats, is everything caught. */
export async function runProgram(work: () => Promise<ExitCode>): Promise<void> {
  const onBug = (error: unknown) => {
    const bug = { level: "fatal", time: new Date().toISOString(), err: safeError(error), msg: "a bug" };
    realOutput.err(`${JSON.stringify(bug)}\n`);
    setTimeout(() => endNow(EXIT.bug), LAST_LINE_MS);
    void flushed()
      .then(threadsIdle)
      .then(() => process.exit(EXIT.bug));
  };
  // A reader that went away ends nothing.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  process.on("uncaughtException", onBug);
  process.on("unhandledRejection", onBug);
  try {
    const code = await work();
    // Here a signal still ends what a reader or a disk holds up.
    await flushed();
    await threadsIdle();
    // A call that was ended may still hold a socket that is connecting.
    process.exit(code);
  } catch (error) {
    onBug(error);
  }
}
