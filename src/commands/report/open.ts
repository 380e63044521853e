import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { errorCode } from "../../base/errors.ts";

export type Opened =
  | { readonly status: "ok" }
  /** The program that opens files could not be started. */
  | { readonly status: "failed"; readonly program: string; readonly code: string };

/** Opens a file with the desktop's program for it, which goes on by itself. */
export async function openFile(file: string, platform: NodeJS.Platform): Promise<Opened> {
  const program = platform === "darwin" ? "open" : "xdg-open";
  try {
    const child = spawn(program, [resolve(file)], { stdio: "ignore", detached: true });
    await once(child, "spawn");
    child.unref();
    return { status: "ok" };
  } catch (error) {
    return { status: "failed", program, code: errorCode(error) };
  }
}
