/**
 * The shortest names that tell folders apart: the last part of each path, with as many parts before it as are needed.
 * @param folders absolute paths
 */
export function shortNames(folders: ReadonlySet<string>): Map<string, string> {
  const names = new Map([...folders].map((folder) => [folder, 1]));
  for (;;) {
    const counts = new Map<string, number>();
    for (const [folder, parts] of names) {
      const name = lastParts(folder, parts);
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    let hasChanged = false;
    for (const [folder, parts] of names) {
      const isClear = counts.get(lastParts(folder, parts)) === 1;
      if (isClear || parts >= partsOf(folder).length) continue;
      names.set(folder, parts + 1);
      hasChanged = true;
    }
    if (!hasChanged) return new Map([...names].map(([folder, parts]) => [folder, lastParts(folder, parts)]));
  }
}

function partsOf(folder: string): string[] {
  return folder.split("/").filter((part) => part !== "");
}

function lastParts(folder: string, count: number): string {
  return partsOf(folder).slice(-count).join("/") || "/";
}
