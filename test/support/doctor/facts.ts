import type { CollectorFacts } from "../../../src/commands/doctor/collector.ts";
import type { StateFacts } from "../../../src/commands/doctor/state/facts.ts";

/** A state folder without problems. Each test adds its own state. */
export const STATE_FACTS: Omit<StateFacts, "state" | "delivery"> = {
  dir: "/state",
  home: "/home/me",
  folder: { status: "there", kind: "folder", mode: 0o40700, isAllowed: true },
  obstacle: undefined,
  replacement: { status: "none" },
  openFiles: [],
  foreignFiles: [],
  freeBytes: undefined,
  lock: "none",
};

/** A collector that answers, without a push token. */
export const COLLECTOR: CollectorFacts = {
  baseUrl: "https://collector.example/path",
  ca: { status: "none" },
  reached: { status: "ok" },
  hasProxy: false,
  token: { status: "none" },
  tokenFile: undefined,
};
