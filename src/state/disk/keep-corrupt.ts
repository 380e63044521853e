import { join } from "node:path";
import { exists, restrictMode, tryRemove } from "../../base/disk/files.ts";
import { CORRUPT_PREFIX, type StateFolder } from "../folder/state-folder.ts";

/** At most this many corrupt files are kept: the first, and the newest. */
const MAX_KEPT = 5;

/**
 * Keeps a corrupt file under a name with the time (rule STATE-11), and resolves to that name. Throws the system's error.
 */
export async function keepCorrupt(path: string, now: number, folder: StateFolder): Promise<string> {
  const { files } = folder;
  const time = new Date(now).toISOString().replaceAll(":", "-");
  for (let count = 1; ; count++) {
    const name = `${CORRUPT_PREFIX}${time}${count === 1 ? "" : `-${count}`}`;
    const kept = join(folder.path, name);
    if (await exists(kept, files)) continue;
    await files.rename(path, kept);
    await restrictMode(kept, files);
    await removeSurplus(name, folder);
    return name;
  }
}

/** A state that is damaged again and again must not fill the disk. The newest file stays, whatever the clock said. */
async function removeSurplus(newest: string, { path, files }: StateFolder): Promise<void> {
  const names = await files.readdir(path);
  const others = names.filter((name) => name.startsWith(CORRUPT_PREFIX) && name !== newest).sort();
  for (const name of others.slice(1, Math.max(1, others.length - (MAX_KEPT - 2)))) {
    await tryRemove(join(path, name), files);
  }
}
