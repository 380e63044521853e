import { vendor } from "#vendor";
import { isOpenToOthers } from "../../../base/disk/owner.ts";
import { shellWord } from "../../../base/shell-word.ts";
import { describeCode } from "../../../base/system-errors.ts";
import { stateFailure } from "../../../failures/index.ts";
import { isShared, stateNames } from "../../../state/index.ts";
import { type Check, failure, ok, warning } from "../check.ts";
import { chownCommand, settingName } from "../fixes.ts";
import { isMissing } from "../inspect.ts";
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

function judgeFile(facts: StateFacts): Check {
  const { dir, state } = facts;
  switch (state.status) {
    case "ok":
      return ok("state-file", "intact");
    case "missing":
    case "corrupt":
      return judgeReplacement(facts, state.status);
    case "newer":
    case "other_program":
      return judgeRefused(state.status);
    case "unusable":
      return judgeUnusable(facts, state.code, stateNames(dir).state);
  }
}

/** A corrupt or missing file, by what the next beat puts in its place. */
function judgeReplacement(facts: StateFacts, lost: "missing" | "corrupt"): Check {
  const { dir, replacement } = facts;
  const { what } = stateFailure(lost);
  switch (replacement.status) {
    case "copy":
      return warning("state-file", `${what}: the next refresh restores the last copy`, BEAT);
    case "none":
      return lost === "missing"
        ? warning("state-file", "no refresh has run yet", BEAT)
        : failure(
            "state-file",
            `${what}, and there is no good copy of it`,
            `restore it from a backup, or start over: ${BEAT} (the corrupt file is kept)`,
          );
    case "newer":
    case "other_program":
      return judgeRefused(replacement.status);
    case "unusable":
      return judgeUnusable(facts, replacement.code, stateNames(dir)[replacement.origin]);
  }
}

function judgeRefused(status: "newer" | "other_program"): Check {
  const { what, fix } = stateFailure(status);
  return failure("state-file", what, fix ?? BEAT);
}

function judgeUnusable({ foreignFiles }: StateFacts, code: string, path: string): Check {
  return failure("state-file", stateFailure("unusable", code).what, fixForUnusable(path, code, foreignFiles));
}

function fixForUnusable(path: string, code: string, foreignFiles: readonly string[]): string {
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
