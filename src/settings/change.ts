import { mkdir, realpath } from "node:fs/promises";
import { dirname } from "node:path";
import { writeAtomically } from "../base/disk/atomic.ts";
import { FOLDER_MODE, type StateFiles } from "../base/disk/files.ts";
import { readTrustedFile } from "../base/disk/trusted-file.ts";
import { undefinedIfMissing } from "../base/errors.ts";
import type { JsonObject } from "../base/json.ts";
import { readSettingsFile } from "../base/settings/file.ts";
import type { Config } from "./config.ts";

/** Values to set, and keys to take away. */
export type SettingsChange = { readonly [key in keyof Config]?: Config[key] | undefined };

/**
 * Changes some keys of the settings file and keeps the others; with mode 600, atomically, through a link to where it leads.
 * The file must be valid. Throws the system's error.
 */
export async function changeSettings(path: string, change: SettingsChange, files: StateFiles): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: FOLDER_MODE });
  const target = (await realpath(path).catch(undefinedIfMissing)) ?? path;
  const found = await readSettingsFile(target, readTrustedFile);
  const values: JsonObject = found.status === "ok" ? found.values : {};
  const entries = Object.entries({ ...values, ...change }).filter(([, value]) => value !== undefined);
  await writeAtomically(target, `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`, files);
}
