import { chmod, mkdir } from "node:fs/promises";
import { FOLDER_MODE } from "../../../src/base/disk/files.ts";
import { errorCode } from "../../../src/base/errors.ts";
import { describeCode } from "../../../src/base/system-errors.ts";
import type { Database, Settings } from "../settings/index.ts";
import { openStore, type Store, type StoreOptions } from "../store/index.ts";
import { makeAuthority } from "../tls/index.ts";

export type OpenedDatabase =
  | { readonly status: "open"; readonly store: Store }
  /** `reason` is one line for the terminal. */
  | { readonly status: "failed"; readonly reason: string };

/** Makes the collector's folder, for its owner alone, and opens the database. */
export async function openDatabase({ data, database }: Settings): Promise<OpenedDatabase> {
  try {
    await mkdir(data, { recursive: true, mode: FOLDER_MODE });
    await chmod(data, FOLDER_MODE);
  } catch (error) {
    return { status: "failed", reason: `cannot use the folder ${data}: ${describeCode(errorCode(error))}` };
  }
  const opened = await openStore(storeOptions(database));
  return opened.status === "open" ? opened : { status: "failed", reason: opened.reason };
}

/** How to open a database of the settings. */
export function storeOptions(database: Database): StoreOptions {
  return {
    database: database.kind === "sqlite" ? `sqlite:${database.path}` : database.url,
    makeAuthority: () => makeAuthority(Date.now()),
  };
}
