// libfaketime, if it is installed: a daemon with a fast clock, or with one that is set while it runs.
import { existsSync, readdirSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Where distributions install the library. */
const FOLDERS = ["/usr/lib", "/usr/lib64", "/usr/local/lib"];

function library(): string | undefined {
  const folders = FOLDERS.filter((folder) => existsSync(folder)).flatMap((folder) => [
    join(folder, "faketime"),
    ...readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name.includes("-linux-gnu"))
      .map(({ name }) => join(folder, name, "faketime")),
  ]);
  return folders.map((folder) => join(folder, "libfaketimeMT.so.1")).find((path) => existsSync(path));
}

const path = library();
export const withoutFakeClock: string | false =
  path === undefined ? "libfaketime (the package `faketime`) is not installed" : false;

/** The environment of a process whose clock and timers run faster by a factor. */
export function fastClock(factor: number): Record<string, string> {
  return { LD_PRELOAD: path ?? "", FAKETIME: `+0 x${factor}`, FAKETIME_NO_CACHE: "1", NO_FAKE_STAT: "1" };
}

/** The environment of a process whose wall clock is set by a file. */
export function settableClock(file: string): Record<string, string> {
  return {
    LD_PRELOAD: path ?? "",
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: "1",
    FAKETIME_DONT_FAKE_MONOTONIC: "1",
    NO_FAKE_STAT: "1",
  };
}

/** Sets such a clock, atomically. @param seconds the offset from the real time */
export async function setClock(file: string, seconds: number): Promise<void> {
  await writeFile(`${file}.new`, `${seconds < 0 ? "-" : "+"}${Math.abs(seconds)}s\n`);
  await rename(`${file}.new`, file);
}
