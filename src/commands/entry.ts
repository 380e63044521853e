import { EXIT, type ExitCode } from "../base/exit-codes.ts";
import { safeError } from "../base/log/safe-error.ts";

/** Runs a program to its end. Only here, and in the daemon's beats, is everything caught. */
export async function runProgram(work: () => Promise<ExitCode>): Promise<void> {
  const onBug = (error: unknown) => {
    const bug = { level: "fatal", time: new Date().toISOString(), err: safeError(error), msg: "a bug" };
    process.stderr.write(`${JSON.stringify(bug)}\n`, () => process.exit(EXIT.bug));
  };
  // A reader that went away ends nothing.
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
  process.on("uncaughtException", onBug);
  process.on("unhandledRejection", onBug);
  try {
    const code = await work();
    for (const stream of [process.stdout, process.stderr])
      await new Promise((done) => stream.write("", done));
    // A call that was ended may still hold a socket that is connecting.
    process.exit(code);
  } catch (error) {
    onBug(error);
  }
}
