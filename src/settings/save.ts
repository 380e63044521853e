import { mkdir, realpath } from "node:fs/promises";
import { dirname } from "node:path";
import { writeAtomically } from "../base/disk/atomic.ts";
import { FOLDER_MODE, realFiles } from "../base/disk/files.ts";
import { readTrustedFile } from "../base/disk/trusted-file.ts";
import { errorCode } from "../base/errors.ts";
import { readSettingsFile } from "../base/settings/file.ts";
import type { Config, Setting } from "./config.ts";

/** Sets one key of the settings file and keeps the others. Returns the system error code if it cannot be written. */
export async function saveSetting<Key extends Setting>(
  path: string,
  key: Key,
  value: NonNullable<Config[Key]>,
): Promise<string | undefined> {
  try {
    const file = await readSettingsFile(path, readTrustedFile);
    if (file.status === "wrong") return file.code ?? "EINVAL";
    // A link to the file, as people with shared settings have, stays a link.
    const target = await realpath(path).catch(() => path);
    await mkdir(dirname(target), { recursive: true, mode: FOLDER_MODE });
    await writeAtomically(
      target,
      `${JSON.stringify({ ...file.values, [key]: value }, null, 2)}\n`,
      realFiles,
    );
    return undefined;
  } catch (error) {
    return errorCode(error);
  }
}
