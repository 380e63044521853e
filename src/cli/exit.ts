import { setTimeout as pause } from "node:timers/promises";
import type { ExitCode } from "../base/exit-codes.ts";

/** How long to wait before the next look at the threads, in milliseconds: twice as long each time. */
const FIRST_CHECK_MS = 1;
const MAX_CHECK_MS = 20;

/** Node's names for work on its thread pool: file system calls and name lookups. */
const ON_A_THREAD = /^(?:FSReq|FileHandleCloseReq|GetAddrInfoReq|GetNameInfoReq)/;

/** Resolves once everything written to the standard streams has reached its reader. */
export async function flushed(): Promise<void> {
  for (const stream of [process.stdout, process.stderr]) {
    await new Promise((done) => stream.write("", done));
  }
}

/** Resolves once Node's thread pool is idle. Node's own exit also waits for it, but handles no signals meanwhile. */
export async function threadsIdle(): Promise<void> {
  for (let wait = FIRST_CHECK_MS; areThreadsBusy(); wait = Math.min(2 * wait, MAX_CHECK_MS))
    await pause(wait);
}

/**
 * Exits at once and releases the lock. Node's own exit would wait for a thread that is blocked by a disk or a name server,
 * so in that case a signal ends the process: SIGTERM for code 0, which service managers treat as success.
 */
export function exitNow(code: ExitCode): void {
  if (areThreadsBusy()) {
    process.emit("exit", code);
    process.removeAllListeners("SIGTERM");
    process.kill(process.pid, code === 0 ? "SIGTERM" : "SIGKILL");
  }
  // Also reached if a signal to itself has no effect, as for the first process of a container.
  process.exit(code);
}

function areThreadsBusy(): boolean {
  return process.getActiveResourcesInfo().some((name) => ON_A_THREAD.test(name));
}
