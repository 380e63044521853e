import { join } from "node:path";
import { realFiles, type StateFiles } from "../../base/disk/files.ts";

/** Where the state is kept: the folder, the paths of the files in it, and the calls that reach them. */
export interface StateFolder {
  readonly path: string;
  readonly names: StateNames;
  readonly files: StateFiles;
}

export function stateFolder(path: string, files: StateFiles = realFiles): StateFolder {
  return { path, names: stateNames(path), files };
}

export type StateNames = ReturnType<typeof stateNames>;

/** The paths of the files in a state folder. */
export function stateNames(dir: string) {
  return {
    state: join(dir, "state.json"),
    temporary: join(dir, "state.json.tmp"),
    previous: join(dir, "state.json.prev"),
    beforeJump: join(dir, "state.json.before-jump"),
    machineId: join(dir, "machine-id"),
    delivery: join(dir, "delivery.json"),
    keychain: join(dir, "keychain.json"),
    history: join(dir, "history.json"),
    previousHistory: join(dir, "history.json.prev"),
    alerts: join(dir, "alerts.json"),
    lock: join(dir, "beat.lock"),
  };
}

/** Whether a killed beat left a file of this name that nothing is ever recovered from. */
export function isLeftover(name: string): boolean {
  return /^(?:(?:state\.json\.(?:prev|before-jump)|delivery\.json|keychain\.json|alerts\.json|history\.json(?:\.prev)?|machine-id\.[^.]+)\.tmp|beat\.lock\.[0-9a-f-]{36})$/.test(
    name,
  );
}

/** How the name of a kept corrupt state file begins. */
export const CORRUPT_PREFIX = "state.json.corrupt-";

/** Whether a file of this name is a corrupt state file that was kept. */
export function isCorruptCopy(name: string): boolean {
  return /^state\.json\.corrupt-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z(?:-\d+)?$/.test(name);
}
