import type { StateFolder } from "../folder/state-folder.ts";

/** Whether a call on a file in the folder failed only because another process created or removed the file first. */
export async function isContention(code: string, { path, files }: StateFolder): Promise<boolean> {
  if (code !== "ENOENT" && code !== "EEXIST") return false;
  // ENOENT for the folder itself is a failure.
  return files.stat(path).then(
    (stat) => stat.isDirectory(),
    () => false,
  );
}
