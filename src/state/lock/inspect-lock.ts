import type { StateFolder } from "../folder/state-folder.ts";
import { STALE_MS } from "./repair.ts";

/** Whether a beat holds the lock, or left it behind when it was killed. Changes nothing. @param now epoch milliseconds */
export async function inspectLock(
  { names, files }: StateFolder,
  now: number,
): Promise<"none" | "held" | "left"> {
  return files.stat(names.lock).then(
    ({ mtimeMs }) => (Math.abs(now - mtimeMs) <= STALE_MS ? "held" : "left"),
    () => "none",
  );
}
