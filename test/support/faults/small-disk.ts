// A small file system that a test can fill.
import { spawnSync } from "node:child_process";
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Cleanup } from "../folder.ts";

/** Why no small disk can be mounted; false if it can. */
export const withoutSmallDisk: string | false = skipReason();

export interface SmallDisk {
  /** A folder on it. */
  readonly dir: string;
  /** Fills it to the last byte with a file outside the folder. */
  fill(): void;
  makeRoom(): void;
  /** As a disk is mounted again after errors. No file may be open for writing. */
  makeReadOnly(): void;
}

/** Mounts a tmpfs of `kib` KiB with at most `files` files; unmounted when the test ends. */
export async function smallDisk(
  t: Cleanup,
  { kib, files }: { kib: number; files?: number },
): Promise<SmallDisk> {
  const mountPoint = await mkdtemp(join(tmpdir(), "agent-usage-test-"));
  const options = `size=${kib}k,mode=700${files === undefined ? "" : `,nr_inodes=${files}`}`;
  const { status, stderr } = spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", mountPoint], {
    encoding: "utf8",
  });
  t.after(async () => {
    spawnSync("umount", ["--lazy", mountPoint]);
    await rm(mountPoint, { recursive: true, force: true });
  });
  if (status !== 0) throw new Error(`no tmpfs: ${stderr}`);
  const dir = join(mountPoint, "state");
  mkdirSync(dir, { mode: 0o700 });
  const filler = join(mountPoint, "filler");
  return {
    dir,
    fill() {
      const descriptor = openSync(filler, "a");
      try {
        for (;;) writeSync(descriptor, Buffer.alloc(1024));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOSPC") throw error;
      } finally {
        closeSync(descriptor);
      }
    },
    makeRoom: () => rmSync(filler),
    makeReadOnly() {
      const remount = spawnSync("mount", ["-o", "remount,ro", mountPoint], { encoding: "utf8" });
      if (remount.status !== 0) throw new Error(`not read-only: ${remount.stderr}`);
    },
  };
}

function skipReason(): string | false {
  if (process.platform !== "linux") return "tmpfs exists only on Linux";
  if (process.getuid?.() !== 0) return "only root can mount a tmpfs";
  const folder = tmpdir();
  const tried = spawnSync("unshare", ["--mount", "mount", "-t", "tmpfs", "tmpfs", folder]);
  return tried.status === 0 ? false : "a tmpfs cannot be mounted";
}
