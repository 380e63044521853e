import { isAbsolute } from "node:path";
import { readPrivateFile } from "./private-file.ts";

/** The file in the collector's folder that holds its database, if the settings name no other. */
export const DATABASE_NAME = "collector.db";

export type Database =
  | { readonly kind: "sqlite"; readonly path: string }
  /** `url` may hold a password. */
  | { readonly kind: "postgres"; readonly url: string };

export const DATABASE_FORM = "must be sqlite:PATH with an absolute path, or postgres://USER@HOST/DATABASE";

/** Reads `sqlite:PATH` or a PostgreSQL URL, which may name several hosts; `undefined` if it is neither. */
export function parseDatabase(text: string): Database | undefined {
  if (text.startsWith("sqlite:")) {
    const path = text.slice("sqlite:".length);
    return isAbsolute(path) && !path.includes("\0") ? { kind: "sqlite", path } : undefined;
  }
  return /^postgres(?:ql)?:\/\/[^\s/]+\/[^\s/]+$/.test(text) ? { kind: "postgres", url: text } : undefined;
}

/** Whether a database's URL holds a password, which a list of processes or a settings file would show. */
export function hasPassword(text: string): boolean {
  return /^[a-z]+:\/\/[^/?#]*:[^/?#@]*@|[?&]password=/i.test(text);
}

export type DatabaseFile =
  | { readonly status: "ok"; readonly database: Database }
  /** `message` goes after the setting's name and holds nothing from the file. */
  | { readonly status: "wrong"; readonly message: string };

/** The database named in a file that only its owner can read. */
export async function readDatabaseFile(path: string): Promise<DatabaseFile> {
  const file = await readPrivateFile(path);
  if (file.status === "wrong") return file;
  const database = parseDatabase(file.text.trim());
  return database === undefined
    ? { status: "wrong", message: `${DATABASE_FORM} in the file` }
    : { status: "ok", database };
}
