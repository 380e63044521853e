import { vendor } from "#vendor";
import { stateFailure } from "../../failures.ts";
import { isShared, stateNames } from "../../state/index.ts";
import { type Check, failure, ok, shellWord, warning } from "./check.ts";
import { isMissing, isOpenToOthers } from "./inspect.ts";
import { describeObstacle, fixForObstacle, takeOver } from "./obstacle.ts";
import type { StateFacts } from "./state-facts.ts";
import { judgeOpenFiles, judgeTheirFiles } from "./state-files.ts";

const BEAT = `${vendor.program} beat`;
const CHOOSE = "set stateDir (AGENT_USAGE_STATE_DIR) to a folder of its own";

/** The state folder, its modes, the state file, the lock, and what is left of the disk. */
export function judgeState(facts: StateFacts): Check[] {
  const checks = [...judgeFolder(facts), ...judgeFreeSpace(facts)];
  // What a folder holds that is none, or that is closed to us, is not known, or no beat's to fix.
  if (facts.folder.status === "failed" || facts.obstacle !== undefined) return checks;
  return [...checks, judgeFile(facts), ...judgeLock(facts)];
}

function judgeFolder(facts: StateFacts): Check[] {
  const { dir, home, folder, obstacle } = facts;
  const id = "state-folder";
  if (folder.status === "there" && folder.kind === "folder" && isShared(folder.mode)) {
    return [failure(id, `${dir} is shared with everybody`, CHOOSE)];
  }
  if (obstacle !== undefined) {
    const why = `${obstacle.path} ${describeObstacle(obstacle)}`;
    const message = obstacle.path === dir ? why : `${dir} cannot be made: ${why}`;
    return [failure(id, message, fixForObstacle(obstacle, home, CHOOSE))];
  }
  if (isMissing(folder)) return [warning(id, `${dir} is not there yet`, `${vendor.program} beat`)];
  if (folder.status === "failed") return [failure(id, `${dir} cannot be looked at (${folder.code})`, CHOOSE)];
  const complaints = [
    ...judgeTheirFiles(facts),
    ...(isOpenToOthers(folder.mode)
      ? [warning(id, `others can look into ${dir}`, `chmod 700 ${shellWord(dir)}`)]
      : []),
    ...judgeOpenFiles(facts),
  ];
  return complaints.length > 0 ? complaints : [ok(id, `${dir}, for its owner alone`)];
}

function judgeFile({ dir, state, hasCopy, theirFiles }: StateFacts): Check {
  const id = "state-file";
  switch (state.status) {
    case "ok":
      return ok(id, "whole");
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
      return failure(id, what, fixForUnusable(dir, state.code, theirFiles));
    }
  }
}

function fixForUnusable(dir: string, code: string, theirFiles: readonly string[]): string {
  const path = stateNames(dir).state;
  const word = shellWord(path);
  if (theirFiles.includes(path)) return takeOver([path]);
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
      return [ok("lock", "a beat is under way")];
    case "left":
      return [ok("lock", "left behind by a beat that was ended; the next one clears it away")];
  }
}

const MIB = 2 ** 20;
const ENOUGH_BYTES = 100 * MIB;
/** A save writes the state anew beside the old one, and the log goes on. */
const TOO_FEW_BYTES = 5 * MIB;

function judgeFreeSpace({ freeBytes, dir }: StateFacts): Check[] {
  if (freeBytes === undefined) return [];
  const message = `${Math.floor(freeBytes / MIB)} MiB are free`;
  const fix = `make room on the disk of ${shellWord(dir)}`;
  if (freeBytes < TOO_FEW_BYTES) return [failure("disk", message, fix)];
  return [freeBytes < ENOUGH_BYTES ? warning("disk", message, fix) : ok("disk", message)];
}
