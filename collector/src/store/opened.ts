import type { Engine } from "./engine/connection.ts";
import type { BackupResult } from "./store.ts";

/** A database that was opened, and what only its engine can do. */
export interface OpenedEngine {
  readonly engine: Engine;
  /** The online backup. */
  readonly copyTo: (file: string) => Promise<BackupResult>;
  /** Keeps a copy from before a migration. */
  readonly copyFirst: (migration: string) => Promise<void>;
}
