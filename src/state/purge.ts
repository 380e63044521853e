import { readdir, rm, rmdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { isLeftover, stateNames } from "./names.ts";

/** Removes all that is ours from a state folder, and the folder where nothing else is left in it. Tells how many files went. */
export async function purgeState(dir: string): Promise<number> {
  const ours = new Set(Object.values(stateNames(dir)).map((path) => basename(path)));
  const names = await readdir(dir).catch(() => []);
  const going = names.filter(
    (name) => ours.has(name) || isLeftover(name) || name.startsWith("state.json.corrupt-"),
  );
  for (const name of going) await rm(join(dir, name), { recursive: true });
  await rmdir(dir).catch(() => {});
  return going.length;
}
