import { mkdir, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { writeAtomically } from "../../base/disk/atomic.ts";
import { exists, FOLDER_MODE, realFiles } from "../../base/disk/files.ts";
import { errorCode } from "../../base/errors.ts";
import { describeCode } from "../../base/system-errors.ts";
import { changeSettings } from "../../settings/index.ts";
import type { JoinPaths } from "./place.ts";

export type WrittenCa =
  | { readonly status: "ok"; readonly isWritten: boolean; readonly undo: () => Promise<void> }
  | { readonly status: "failed"; readonly message: string };

/** Writes the authority's file beside the settings, if there is an authority. @param pem `undefined` for none */
export async function writeCa({ ca, settings }: JoinPaths, pem: string | undefined): Promise<WrittenCa> {
  try {
    await mkdir(dirname(settings), { recursive: true, mode: FOLDER_MODE });
    if (pem === undefined) return { status: "ok", isWritten: false, undo: async () => {} };
    const wasThere = await exists(ca, realFiles);
    await writeAtomically(ca, pem, realFiles);
    return {
      status: "ok",
      isWritten: true,
      undo: async () => (wasThere ? undefined : rm(ca, { force: true })),
    };
  } catch (error) {
    return { status: "failed", message: cannotWrite(ca, error) };
  }
}

/** Writes the token's file and the settings, in this order: no settings ever lead to a missing token. */
export async function writeJoined(
  { settings, token: tokenFile }: JoinPaths,
  { baseUrl, token, collectorCa }: { baseUrl: string; token: string; collectorCa: string | undefined },
): Promise<{ readonly status: "ok" } | { readonly status: "failed"; readonly message: string }> {
  try {
    await writeAtomically(tokenFile, `${token}\n`, realFiles);
    await changeSettings(settings, { baseUrl, collectorCa, pushTokenFile: tokenFile }, realFiles);
    return { status: "ok" };
  } catch (error) {
    return { status: "failed", message: `${cannotWrite(settings, error)}. Then join again with a new line` };
  }
}

function cannotWrite(path: string, error: unknown): string {
  return `cannot write to ${dirname(path)}: ${describeCode(errorCode(error))}. Fix: check the folder and its owner`;
}
