import { spawn } from "node:child_process";
import { killGroup } from "../../base/kill-group.ts";
import type { KeychainItem } from "./item.ts";

/** macOS's own program. It may read the item without asking, because the coding agent wrote it with this program. */
export const SECURITY = "/usr/bin/security";
/** How long it may take, in milliseconds. It waits for as long as a dialog of macOS is open. */
export const SECURITY_TIMEOUT_MS = 2_000;
/** The most output that is kept, in bytes. */
const MAX_OUTPUT = 256 * 1024;

/** Its exit statuses: the last byte of the system's error codes. */
const STATUSES: Readonly<Record<number, "absent" | "locked" | "denied">> = {
  // errSecItemNotFound
  44: "absent",
  // errSecInteractionNotAllowed: locked, or no session to ask in
  36: "locked",
  // errSecAuthFailed, and a dialog that the user canceled
  51: "denied",
  128: "denied",
};

export type SecurityResult =
  | { readonly status: "ok"; readonly output: string }
  | { readonly status: "absent" | "locked" | "denied" | "timeout" | "failed" | "aborted" };

/** How to run it. */
export interface SecurityOptions {
  /** @default SECURITY */
  readonly program?: string | undefined;
  /** @default SECURITY_TIMEOUT_MS */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Prints an item's password, once, with a time limit (rule KEYCHAIN-3). It only reads. Never rejects. */
export function readItem(
  { service, account }: KeychainItem,
  { program = SECURITY, timeoutMs = SECURITY_TIMEOUT_MS, signal }: SecurityOptions = {},
): Promise<SecurityResult> {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve({ status: "aborted" });
      return;
    }
    // In a process group of its own, so that whatever it starts ends with it.
    const child = spawn(program, ["find-generic-password", "-s", service, "-a", account, "-w"], {
      detached: true,
      stdio: ["ignore", "pipe", "ignore"],
    });
    const chunks: Buffer[] = [];
    let size = 0;
    const killChild = () => killGroup(child.pid);
    const end = (result: SecurityResult) => {
      clearTimeout(timer);
      process.removeListener("exit", killChild);
      signal?.removeEventListener("abort", onAbort);
      resolve(result);
    };
    const kill = (status: "timeout" | "aborted" | "failed") => {
      killChild();
      child.stdout.destroy();
      end({ status });
    };
    const onAbort = () => kill("aborted");
    const timer = setTimeout(() => kill("timeout"), timeoutMs);
    signal?.addEventListener("abort", onAbort);
    process.once("exit", killChild);
    child.on("error", () => end({ status: "failed" }));
    child.stdout.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size > MAX_OUTPUT) kill("failed");
      else chunks.push(chunk);
    });
    child.on("close", (code) => {
      const output = Buffer.concat(chunks).toString("utf8").replace(/\n$/, "");
      end(code === 0 ? { status: "ok", output } : { status: STATUSES[code ?? -1] ?? "failed" });
    });
  });
}
