import { join } from "node:path";
import { isThere, removeIfThere, type StateFiles, tighten } from "../../base/disk/files.ts";
import { SET_ASIDE_PREFIX } from "../folder/state-folder.ts";

/** So many of what was set aside are kept: the first, and the newest. */
const MOST_KEPT = 5;

/** Keeps a spoilt file beside, under a name that tells when, and returns that name. Throws the system's error. */
export async function setAside(path: string, dir: string, now: number, files: StateFiles): Promise<string> {
  const time = new Date(now).toISOString().replaceAll(":", "-");
  for (let count = 1; ; count++) {
    const name = `${SET_ASIDE_PREFIX}${time}${count === 1 ? "" : `-${count}`}`;
    const kept = join(dir, name);
    if (await isThere(kept, files)) continue;
    await files.rename(path, kept);
    await tighten(kept, files);
    await thinOut(dir, name, files);
    return name;
  }
}

/** A state that is spoilt again and again is not to fill the disk; the one just kept stays whatever the clock said. */
async function thinOut(dir: string, newest: string, files: StateFiles): Promise<void> {
  const names = await files.readdir(dir);
  const others = names.filter((name) => name.startsWith(SET_ASIDE_PREFIX) && name !== newest).sort();
  for (const name of others.slice(1, Math.max(1, others.length - (MOST_KEPT - 2)))) {
    await removeIfThere(join(dir, name), files);
  }
}
