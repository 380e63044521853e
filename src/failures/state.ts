import type { Failure, Table } from "../limits-failures.ts";
import { run, withCode } from "./words.ts";

const OTHER_STATE_DIR = "set stateDir (AGENT_USAGE_STATE_DIR) to a folder of its own";

/** A state that cannot be used, by its status. A system error code is appended in words, with its own fix. */
export const STATE = {
  newer: {
    what: "the state was written by a newer version of this program",
    fix: "upgrade: npm install --global agent-usage@latest",
  },
  other_program: { what: "the state folder is in use by another program", fix: OTHER_STATE_DIR },
  unknown: {
    what: "the state file does not name its program",
    fix: "check the folder, and remove it yourself",
  },
  corrupt: {
    what: "the state file is corrupt",
    fix: `${run("beat")}: it keeps the corrupt file, and restores the last good copy or starts over`,
  },
  missing: {
    what: "the state file is missing",
    fix: `${run("beat")}: it restores the last good copy, if there is one`,
  },
  unusable: { what: "cannot read the state", fix: "check the state file, its folder and their owner" },
  unwritable: {
    what: "cannot write to the state folder",
    fix: "check the disk and the folder's owner; the saved record is intact",
  },
  no_machine_id: {
    what: "cannot write the machine's id to the state folder",
    fix: "check the file machine-id in it",
  },
} as const satisfies Table;

const OWN_IT = `chown it to your user, or ${OTHER_STATE_DIR}`;
const FREE_SPACE = "free some disk space; the saved record is intact";

/** What to do about a system error code for the state folder or a file in it. */
export const STATE_FIXES: Readonly<Record<string, string>> = {
  EACCES: OWN_IT,
  EDQUOT: FREE_SPACE,
  EFBIG: "raise the limit (ulimit -f); the saved record is intact",
  EINVAL: "move it away",
  EIO: "check the disk",
  EISDIR: "move it away",
  ELOOP: "remove the link",
  EMFILE: "raise the limit (ulimit -n)",
  ENOENT: "if it is a link, check where it leads",
  ENOSPC: FREE_SPACE,
  ENOTDIR: `move the file away, or ${OTHER_STATE_DIR}`,
  EOWNER: `run this as that user, or ${OTHER_STATE_DIR}`,
  EPERM: OTHER_STATE_DIR,
  EROFS: "set stateDir (AGENT_USAGE_STATE_DIR) to a folder on a writable disk",
};

/** @param code the system's, if that is what went wrong */
export function stateFailure(status: keyof typeof STATE, code?: string): Failure {
  const { what, fix }: Failure = withCode(STATE[status], code);
  const better = (code === undefined ? undefined : STATE_FIXES[code]) ?? fix;
  return { what, ...(better !== undefined && { fix: better }) };
}
