import { randomUUID } from "node:crypto";
import { vendor } from "#vendor";
import { flush, renameOver } from "../../base/disk/atomic.ts";
import type { StateFolder } from "../folder/state-folder.ts";
import { STATE_SCHEMA_VERSION } from "../law/schema-version.ts";
import type { State } from "../law/state.ts";
import { readCopies, replacementIn } from "./copies.ts";
import { keepCorrupt } from "./keep-corrupt.ts";
import type { Origin } from "./opened-state.ts";

export type Recovered =
  | {
      readonly status: "ok";
      readonly state: State;
      readonly origin: Origin;
      readonly corruptKeptAs?: string;
    }
  | { readonly status: "newer" | "other_program" }
  | { readonly status: "unusable"; readonly code: string };

/**
 * Replaces a corrupt or missing state with the newest intact copy, or with a fresh state if there is none (rules STATE-11,
 * STATE-12, STATE-17). Throws the system's error.
 */
export async function recover(
  folder: StateFolder,
  current: "corrupt" | "missing",
  now: number,
): Promise<Recovered> {
  const { names, files } = folder;
  const copies = await readCopies(folder);
  const found = replacementIn(copies);
  if (found.status === "newer" || found.status === "other_program") return { status: found.status };
  if (found.status === "unusable") return { status: "unusable", code: found.code };
  const copy = found.status === "copy" ? found.copy : undefined;

  let corruptKeptAs = current === "corrupt" ? await keepCorrupt(names.state, now, folder) : undefined;
  if (copy === undefined && copies.previous.status === "corrupt") {
    const previousKeptAs = await keepCorrupt(names.previous, now, folder);
    corruptKeptAs ??= previousKeptAs;
  }
  if (copy?.origin === "temporary") {
    // The next save writes a temporary file of its own, so this one must not be the only copy by then. Nor does it become
    // the state itself: a beat that gets no further would then leave its stateId unchanged.
    await flush(names.temporary, files);
    await renameOver(names.temporary, names.previous, files);
  }
  return {
    status: "ok",
    state: copy === undefined ? freshState() : { ...copy.state, stateId: randomUUID(), seq: 0 },
    origin: copy?.origin ?? "fresh",
    ...(corruptKeptAs !== undefined && { corruptKeptAs }),
  };
}

function freshState(): State {
  return {
    schemaVersion: STATE_SCHEMA_VERSION,
    program: vendor.program,
    stateId: randomUUID(),
    seq: 0,
    agentVersion: null,
    days: {},
    lastGoodLimits: null,
    lastBeat: null,
  };
}
