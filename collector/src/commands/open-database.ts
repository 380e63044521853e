import { chmod, mkdir, readdir, stat } from "node:fs/promises";
import { FOLDER_MODE } from "../../../src/base/disk/files.ts";
import { isOpenToOthers, isOwnedByUs } from "../../../src/base/disk/owner.ts";
import { errorCode } from "../../../src/base/errors.ts";
import { describeCode } from "../../../src/base/system-errors.ts";
import { DATABASE_NAME, type Database, type Settings } from "../settings/index.ts";
import { openStore, type Store, type StoreOptions } from "../store/index.ts";
import { makeAuthority } from "../tls/index.ts";

export type OpenedDatabase =
  | { readonly status: "open"; readonly store: Store }
  /** `reason` is one line for the terminal. */
  | { readonly status: "failed"; readonly reason: string };

/** Makes the collector's folder, for its owner alone, and the database, if they are not there. */
export async function createDatabase({ data, database }: Settings): Promise<OpenedDatabase> {
  try {
    await mkdir(data, { recursive: true, mode: FOLDER_MODE });
    const names = await readdir(data);
    const isForUs = names.length === 0 || names.includes(DATABASE_NAME);
    if (isForUs && isOwnedByUs((await stat(data)).uid)) await chmod(data, FOLDER_MODE);
  } catch (error) {
    return { status: "failed", reason: cannotUse(data, errorCode(error)) };
  }
  return openIn(data, storeOptions(database));
}

/** For a command that makes nothing: a folder that was mistyped has no database. */
export async function openDatabase({ data, database }: Settings): Promise<OpenedDatabase> {
  return openIn(data, { ...storeOptions(database), mustExist: true });
}

async function openIn(data: string, options: StoreOptions): Promise<OpenedDatabase> {
  const reason = await folderProblem(data);
  if (reason !== undefined) return { status: "failed", reason };
  const opened = await openStore(options);
  return opened.status === "open" ? opened : { status: "failed", reason: opened.reason };
}

/** The mode of a folder that others may use already is not ours to change. */
async function folderProblem(data: string): Promise<string | undefined> {
  try {
    const found = await stat(data);
    if (!found.isDirectory()) return cannotUse(data, "ENOTDIR");
    return isOpenToOthers(found.mode) ? tooOpen(data) : undefined;
  } catch (error) {
    const code = errorCode(error);
    return code === "ENOENT" ? undefined : cannotUse(data, code);
  }
}

const cannotUse = (data: string, code: string) => `cannot use the folder ${data}: ${describeCode(code)}`;

export const tooOpen = (data: string): string => `other users can read ${data}. Fix: chmod 700 it`;

/** How to open a database of the settings. */
export function storeOptions(database: Database): StoreOptions {
  return {
    database: database.kind === "sqlite" ? `sqlite:${database.path}` : database.url,
    makeAuthority: () => makeAuthority(Date.now()),
  };
}
