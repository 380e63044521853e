import fs from "node:fs/promises";
import { permissions } from "../../../src/base/disk/files.ts";
import { readTrustedFile } from "../../../src/base/disk/trusted-file.ts";
import { errorCode } from "../../../src/base/errors.ts";
import { describeCode } from "../../../src/base/system-errors.ts";

export type PrivateFile =
  | { readonly status: "ok"; readonly text: string }
  /** `message` goes after the setting's name and holds nothing from the file. */
  | { readonly status: "wrong"; readonly message: string };

/** Reads a file with a secret, which only its owner may read. */
export async function readPrivateFile(path: string): Promise<PrivateFile> {
  try {
    const { mode } = await fs.stat(path);
    const text = await readTrustedFile(path);
    return (permissions(mode) & 0o077) === 0
      ? { status: "ok", text }
      : { status: "wrong", message: "must be readable only by its owner. Fix: chmod 600 it" };
  } catch (error) {
    return { status: "wrong", message: `cannot be read: ${describeCode(errorCode(error))}` };
  }
}
