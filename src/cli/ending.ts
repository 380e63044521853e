import { setTimeout as pause } from "node:timers/promises";
import type { ExitCode } from "../base/exit-codes.ts";

/** How often it is looked whether the threads have come to an end, in milliseconds. */
const LOOK_MS = 20;

/** What Node calls the work that its threads do for us: calls on files, and names that are looked up. */
const ON_A_THREAD = /^(?:FSReq|FileHandleCloseReq|GetAddrInfoReq|GetNameInfoReq)/;

/** Resolves once all that was written to the standard streams has gone to who reads them. */
export async function flushed(): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) {
    await new Promise((done) => stream.write("", done));
  }
}

/** Resolves once no thread works for us any more. Node's exit waits for them too, and then hears no signal. */
export async function threadsIdle(): Promise<void> {
  while (areThreadsBusy()) await pause(LOOK_MS);
}

/**
 * Ends the process at once, its lock let go. Node's exit would wait for a thread that a disk or a name server holds up:
 * then a signal ends it, SIGTERM for a status of 0, which service managers take for the same.
 */
export function endNow(code: ExitCode): void {
  if (areThreadsBusy()) {
    process.emit("exit", code);
    process.removeAllListeners("SIGTERM");
    process.kill(process.pid, code === 0 ? "SIGTERM" : "SIGKILL");
  }
  // Also where a signal to itself does nothing, as to the first process of a container.
  process.exit(code);
}

function areThreadsBusy(): boolean {
  return process.getActiveResourcesInfo().some((name) => ON_A_THREAD.test(name));
}
