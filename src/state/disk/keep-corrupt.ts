import { join } from "node:path";
import { isThere, removeIfThere, tighten } from "../../base/disk/files.ts";
import { SET_ASIDE_PREFIX, type StateFolder } from "../folder/state-folder.ts";

/** So many of what was set aside are kept: the first, and the newest. */
const MOST_KEPT = 5;

/** Keeps a spoilt file beside, under a name that tells when, and returns that name. Throws the system's error. */
export async function setAside(path: string, now: number, folder: StateFolder): Promise<string> {
  const { files } = folder;
  const time = new Date(now).toISOString().replaceAll(":", "-");
  for (let count = 1; ; count++) {
    const name = `${SET_ASIDE_PREFIX}${time}${count === 1 ? "" : `-${count}`}`;
    const kept = join(folder.path, name);
    if (await isThere(kept, files)) continue;
    await files.rename(path, kept);
    await tighten(kept, files);
    await thinOut(name, folder);
    return name;
  }
}

/** A state that is spoilt again and again is not to fill the disk; the one just kept stays whatever the clock said. */
async function thinOut(newest: string, { path, files }: StateFolder): Promise<void> {
  const names = await files.readdir(path);
  const others = names.filter((name) => name.startsWith(SET_ASIDE_PREFIX) && name !== newest).sort();
  for (const name of others.slice(1, Math.max(1, others.length - (MOST_KEPT - 2)))) {
    await removeIfThere(join(path, name), files);
  }
}
