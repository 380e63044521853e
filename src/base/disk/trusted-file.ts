import fs from "node:fs/promises";
import { codedError } from "../errors.ts";
import { isOwnedByOther } from "./owner.ts";
import { assertRegularFile, READ_NONBLOCKING } from "./regular-file.ts";

const WRITABLE_BY_ALL = 0o002;

/**
 * The text of a regular file that decides where something is sent, or with which token. Throws the system's error;
 * EOWNER if another user than root owns the file, and EWRITABLE if it is world-writable.
 */
export async function readTrustedFile(path: string): Promise<string> {
  assertRegularFile(await fs.stat(path));
  const handle = await fs.open(path, READ_NONBLOCKING);
  try {
    const stat = await handle.stat();
    assertRegularFile(stat);
    if (isOwnedByOther(stat)) throw codedError("not trusted", "EOWNER");
    if ((stat.mode & WRITABLE_BY_ALL) !== 0) throw codedError("not trusted", "EWRITABLE");
    return await handle.readFile("utf8");
  } finally {
    await handle.close();
  }
}
