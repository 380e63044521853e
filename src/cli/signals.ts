import { setTimeout as pause } from "node:timers/promises";
import { EXIT } from "../base/exit-codes.ts";
import { exitNow, threadsIdle } from "./exit.ts";

/** How long a program may take to end after a signal, in milliseconds. Then it is ended: within 5 s (rule SERVICE-6), also on a busy machine. */
const PATIENCE_MS = 4_000;

/** How long a busy thread may still take, in milliseconds. */
const GRACE_MS = 200;

const STOPPING = ["SIGTERM", "SIGINT"] as const;

/**
 * A signal that is aborted by SIGTERM or SIGINT. A second SIGTERM or SIGINT, or the end of the patience, ends the process
 * at once. State is written completely or not at all, so neither loses data.
 * @param patienceMs in milliseconds
 */
export function stopSignal(patienceMs: number = PATIENCE_MS): AbortSignal {
  const controller = new AbortController();
  const onSignal = () => {
    if (controller.signal.aborted) void end();
    controller.abort();
    setTimeout(() => void end(), patienceMs).unref();
  };
  for (const name of STOPPING) process.on(name, onSignal);
  if (process.stdin.isTTY) process.on("SIGHUP", onSignal);
  // A write beyond the file-size limit should fail with EFBIG, not kill the process.
  process.on("SIGXFSZ", () => {});
  return controller.signal;
}

async function end(): Promise<void> {
  await Promise.race([threadsIdle(), pause(GRACE_MS)]);
  exitNow(EXIT.ok);
}
