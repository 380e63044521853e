import fs from "node:fs/promises";
import { codedError } from "../errors.ts";
import { isOwnedByOther } from "./owner.ts";
import { assertRegularFile, READ_NONBLOCKING } from "./regular-file.ts";

const WRITABLE_BY_ALL = 0o002;

/** Why a file is not relied on, under codes of ours. */
const DISTRUST: Readonly<Record<string, string>> = {
  EOWNER: "belongs to another user: take it over (chown), or put one of your own in its place",
  EWRITABLE: "may be written by everybody: close it (chmod 600)",
};

/**
 * The text of a regular file that says where something is sent, or with what token: one that another user owns, root
 * aside, or that everybody may write to, is not read. Throws the system's error, or one of the codes above.
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

/** What is wrong with a file that could not be read, to be put after its name. @param code of the error that was thrown */
export function describeUnread(code: string): string {
  return DISTRUST[code] ?? `cannot be read (${code})`;
}
