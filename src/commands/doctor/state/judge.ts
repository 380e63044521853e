import { vendor } from "#vendor";
import { shellWord } from "../../../base/shell-word.ts";
import { describeCode } from "../../../base/system-errors.ts";
import { stateFailure } from "../../../failures/index.ts";
import { isShared, stateNames } from "../../../state/index.ts";
import { type Check, failure, ok, warning } from "../check.ts";
import { chownCommand, settingName } from "../fixes.ts";
import { isMissing, isOpenToOthers } from "../inspect.ts";
import type { StateFacts } from "./facts.ts";
import { judgeForeignFiles, judgeOpenFiles } from "./files.ts";
import { describeObstacle, fixForObstacle } from "./obstacle.ts";

const BEAT = `${vendor.program} beat`;
const CHOOSE = `set ${settingName("stateDir")} to a folder of its own`;

/** The state folder, its files and their modes, the lock, and the free disk space. */
export function judgeState(facts: StateFacts): Check[] {
  const checks = [...judgeFolder(facts), ...judgeFreeSpace(facts)];
  // What is in a folder that this user cannot use is unknown, or not for a beat to fix.
  if (facts.folder.status === "failed" || facts.obstacle !== undefined) return checks;
  return [...checks, judgeFile(facts), ...judgeLock(facts)];
}

function judgeFolder(facts: StateFacts): Check[] {
  const { dir, home, folder, obstacle } = facts;
  const id = "state-folder";
  if (folder.status === "there" && folder.kind === "folder" && isShared(folder.mode)) {
    return [failure(id, `${dir} is shared by all users`, CHOOSE)];
  }
  if (obstacle !== undefined) {
    const why = describeObstacle(obstacle);
    const message = obstacle.path === dir ? why : `cannot create ${dir}: ${why}`;
    return [failure(id, message, fixForObstacle(obstacle, home, CHOOSE))];
  }
  if (isMissing(folder)) return [warning(id, `${dir} does not exist yet`, BEAT)];
  if (folder.status === "failed") {
    return [failure(id, `cannot check ${dir}: ${describeCode(folder.code)}`, CHOOSE)];
  }
  const problems = [
    ...judgeForeignFiles(facts),
    ...(isOpenToOthers(folder.mode)
      ? [warning(id, `other users can access ${dir}`, `chmod 700 ${shellWord(dir)}`)]
      : []),
    ...judgeOpenFiles(facts),
  ];
  return problems.length > 0 ? problems : [ok(id, `${dir}, readable by its owner only`)];
}

function judgeFile({ dir, state, hasCopy, foreignFiles }: StateFacts): Check {
  const id = "state-file";
  switch (state.status) {
    case "ok":
      return ok(id, "intact");
    case "missing":
      return hasCopy
        ? warning(id, `${stateFailure("missing").what}: the next refresh restores the last copy`, BEAT)
        : warning(id, "no refresh has run yet", BEAT);
    case "corrupt":
      return hasCopy
        ? warning(id, `${stateFailure("corrupt").what}: the next refresh restores the last copy`, BEAT)
        : failure(
            id,
            `${stateFailure("corrupt").what}, and there is no good copy of it`,
            `restore it from a backup, or start over: ${BEAT} (the corrupt file is kept)`,
          );
    case "newer":
    case "other_program": {
      const { what, fix } = stateFailure(state.status);
      return failure(id, what, fix ?? BEAT);
    }
    case "unusable": {
      const { what } = stateFailure("unusable", state.code);
      return failure(id, what, fixForUnusable(dir, state.code, foreignFiles));
    }
  }
}

function fixForUnusable(dir: string, code: string, foreignFiles: readonly string[]): string {
  const path = stateNames(dir).state;
  const word = shellWord(path);
  if (foreignFiles.includes(path)) return chownCommand([path]);
  switch (code) {
    case "EACCES":
    case "EPERM":
      return `chmod 600 ${word}`;
    case "EISDIR":
    case "EINVAL":
      return `move ${word} away`;
    case "ENOENT":
    case "ELOOP":
      return `it is a broken link: point ${word} to a copy, or remove it`;
    default:
      return `check the disk that holds ${word}, or restore the file from a backup`;
  }
}

function judgeLock({ lock }: StateFacts): Check[] {
  switch (lock) {
    case "none":
      return [];
    case "held":
      return [ok("lock", "a refresh is running")];
    case "left":
      return [ok("lock", "left behind by a refresh that was stopped; the next one removes it")];
  }
}

const MIB = 2 ** 20;
const LOW_BYTES = 100 * MIB;
/** A save writes a second copy of the state, and the log grows. */
const MIN_BYTES = 5 * MIB;

function judgeFreeSpace({ freeBytes, dir }: StateFacts): Check[] {
  if (freeBytes === undefined) return [];
  const message = `${Math.floor(freeBytes / MIB)} MiB free`;
  const fix = `free some space on the disk of ${shellWord(dir)}`;
  if (freeBytes < MIN_BYTES) return [failure("disk", message, fix)];
  return [freeBytes < LOW_BYTES ? warning("disk", message, fix) : ok("disk", message)];
}
