import { lstat } from "node:fs/promises";
import type { Env } from "../base/edges.ts";
import { errorCode } from "../base/errors.ts";
import { type KnownPlace, knownPlaces } from "../settings/index.ts";
import { inspectTranscripts } from "./inspect.ts";

export type FoundRoots =
  | { readonly status: "found" }
  /** None of the roots exists. `elsewhere`: where a known coding agent has transcripts, or at least a folder for them. */
  | { readonly status: "missing"; readonly elsewhere: KnownPlace | undefined };

/**
 * Whether any of the transcript roots exists; if none does, looks for transcripts of known coding agents. Never rejects.
 * @param env the environment that says where the agents keep theirs
 */
export async function findRoots(roots: readonly string[], env: Env): Promise<FoundRoots> {
  const areMissing = await Promise.all(roots.map(isMissing));
  if (areMissing.includes(false)) return { status: "found" };
  let folder: KnownPlace | undefined;
  for (const place of knownPlaces(env)) {
    if (await isMissing(place.path)) continue;
    const { writtenAt } = await inspectTranscripts([place.path]);
    if (writtenAt.length > 0) return { status: "missing", elsewhere: place };
    folder ??= place;
  }
  return { status: "missing", elsewhere: folder };
}

/** A link is never missing, even if it leads nowhere: its target may come back. */
async function isMissing(root: string): Promise<boolean> {
  return lstat(root).then(
    () => false,
    (error: unknown) => ["ENOENT", "ENOTDIR"].includes(errorCode(error)),
  );
}
