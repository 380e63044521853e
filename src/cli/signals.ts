import { setTimeout as pause } from "node:timers/promises";
import { EXIT } from "../base/exit-codes.ts";
import { endNow, threadsIdle } from "./ending.ts";

/** How long a program may take to end after a signal, in milliseconds; then it ends as it is. */
const PATIENCE_MS = 4_500;

/** How long a thread that is at work may take yet, in milliseconds. */
const GRACE_MS = 200;

const STOPPING = ["SIGTERM", "SIGINT"] as const;

/**
 * A signal of the abort kind that a SIGTERM or SIGINT raises. A second one ends the process at once; so does the
 * end of our patience. State writes are whole or not at all, so neither loses anything.
 */
export function stopSignal(): AbortSignal {
  const controller = new AbortController();
  const onSignal = () => {
    if (controller.signal.aborted) void end();
    controller.abort();
    setTimeout(() => void end(), PATIENCE_MS).unref();
  };
  for (const name of STOPPING) process.on(name, onSignal);
  if (process.stdin.isTTY) process.on("SIGHUP", onSignal);
  // A file-size limit is to give EFBIG to the write that meets it, and no more.
  process.on("SIGXFSZ", () => {});
  return controller.signal;
}

async function end(): Promise<void> {
  await Promise.race([threadsIdle(), pause(GRACE_MS)]);
  endNow(EXIT.ok);
}
