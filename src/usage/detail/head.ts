import { isAbsolute } from "node:path";
import { isJsonObject, isNonEmptyString, parseJson } from "../../base/json.ts";
import { truncate } from "../../base/strings.ts";
import type { Disk } from "../disk.ts";
import type { ScanFiles } from "../files.ts";

/** What the first lines of a transcript say. */
export interface Head {
  readonly session: string | undefined;
  /** The folder that the session began in. */
  readonly cwd: string | undefined;
}

const NOTHING: Head = { session: undefined, cwd: undefined };
/** The first lines are usually in the first part. A file is read up to the last size for them. */
const SIZES = [8 * 1024, 128 * 1024, 1024 * 1024];
/** The longest path that Linux accepts. */
const MAX_PATH = 4096;

/** Reads the session and its folder from the first lines of a transcript. A file that cannot be read says nothing. */
export function readHead(path: string, disk: Disk, files: ScanFiles): Head {
  let descriptor: number;
  try {
    descriptor = disk.open(path);
  } catch {
    return NOTHING;
  }
  try {
    if (!files.fstatSync(descriptor).isFile()) return NOTHING;
    return headOf(descriptor, files);
  } catch {
    return NOTHING;
  } finally {
    tryClose(descriptor, files);
  }
}

function headOf(descriptor: number, files: ScanFiles): Head {
  let head = NOTHING;
  for (const size of SIZES) {
    const bytes = Buffer.allocUnsafe(size);
    const length = files.readSync(descriptor, bytes, 0, size, 0);
    head = headIn(bytes.toString("utf8", 0, length), length < size);
    if (head.cwd !== undefined || length < size) return head;
  }
  return head;
}

/** @param isWhole whether the text ends where the file does */
function headIn(text: string, isWhole: boolean): Head {
  const lines = text.split("\n");
  if (!isWhole) lines.pop();
  let session: string | undefined;
  for (const line of lines) {
    const value = parseJson(line);
    if (!isJsonObject(value)) continue;
    const { sessionId, cwd } = value;
    if (isNonEmptyString(sessionId)) session ??= truncate(sessionId);
    if (isFolder(cwd)) return { session, cwd };
  }
  return { session, cwd: undefined };
}

function isFolder(cwd: unknown): cwd is string {
  return isNonEmptyString(cwd) && cwd.length <= MAX_PATH && isAbsolute(cwd);
}

function tryClose(descriptor: number, files: ScanFiles): void {
  try {
    files.closeSync(descriptor);
  } catch {
    // It was only read.
  }
}
