import { vendor } from "#vendor";
import { type Check, failure, ok, shellWord, warning } from "./check.ts";
import { isMissing, isOpenToOthers } from "./look.ts";
import type { StateFacts } from "./state-facts.ts";

const CHOOSE = "set stateDir (AGENT_USAGE_STATE_DIR) to a folder of its own";
const STICKY = 0o1000;

/** The state folder, its modes, the state file, the lock, and what is left of the disk. */
export function judgeState(facts: StateFacts): Check[] {
  const checks = [...judgeFolder(facts), ...judgeFreeSpace(facts)];
  // What a folder holds that is none, or that cannot be looked into, is not known.
  if (facts.folder.status === "failed" || facts.folder.kind !== "folder") return checks;
  return [...checks, judgeFile(facts), ...judgeLock(facts)];
}

function judgeFolder({ dir, folder, openFiles }: StateFacts): Check[] {
  const id = "state-folder";
  if (isMissing(folder)) return [warning(id, `${dir} is not there yet`, `${vendor.program} beat`)];
  if (folder.status === "failed") return [failure(id, `${dir} cannot be looked at (${folder.code})`, CHOOSE)];
  if (folder.kind !== "folder") return [failure(id, `${dir} is no folder`, CHOOSE)];
  if ((folder.mode & STICKY) !== 0) return [failure(id, `${dir} is shared with everybody`, CHOOSE)];
  if (!folder.isAllowed) {
    return [failure(id, `${dir} cannot be written`, `chown "$USER" ${shellWord(dir)}, and chmod 700`)];
  }
  const open = [
    ...(isOpenToOthers(folder.mode)
      ? [warning(id, `others can look into ${dir}`, `chmod 700 ${shellWord(dir)}`)]
      : []),
    ...openFiles.map((path) =>
      warning(id, `others can read or write ${path}`, `chmod 600 ${shellWord(path)}`),
    ),
  ];
  return open.length > 0 ? open : [ok(id, `${dir}, for its owner alone`)];
}

function judgeFile({ state, hasSpare }: StateFacts): Check {
  const id = "state-file";
  switch (state.status) {
    case "ok":
      return ok(id, "whole");
    case "missing":
      return hasSpare
        ? warning(id, "missing: the next beat takes what was kept beside it", `${vendor.program} beat`)
        : warning(id, "no beat was saved yet", `${vendor.program} beat`);
    case "spoilt":
      return hasSpare
        ? warning(id, "spoilt: the next beat takes the one before it", `${vendor.program} beat`)
        : failure(
            id,
            "spoilt, and nothing whole lies beside it",
            `put a copy back, or start anew: ${vendor.program} beat keeps the spoilt one beside`,
          );
    case "newer":
      return failure(id, "written by a newer version", `npm install --global ${PACKAGE}@latest`);
    case "other_program":
      return failure(id, "another program's", CHOOSE);
    case "unusable":
      return failure(id, `cannot be read (${state.code})`, "see to its owner and mode, or put a copy back");
  }
}

/** Both programs come in one package. */
const PACKAGE = "agent-usage";

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
  const mend = `make room on the disk of ${shellWord(dir)}`;
  if (freeBytes < TOO_FEW_BYTES) return [failure("disk", message, mend)];
  return [freeBytes < ENOUGH_BYTES ? warning("disk", message, mend) : ok("disk", message)];
}
