import type { CollectorFacts } from "../../../src/commands/doctor/collector.ts";
import type { StateFacts } from "../../../src/commands/doctor/state-facts.ts";

/** Of a state folder in which all is well; the state itself is each test's own. */
export const STATE_FACTS: Omit<StateFacts, "state" | "delivery"> = {
  dir: "/state",
  home: "/home/me",
  folder: { status: "there", kind: "folder", mode: 0o40700, isAllowed: true },
  obstacle: undefined,
  hasCopy: false,
  openFiles: [],
  theirFiles: [],
  freeBytes: undefined,
  lock: "none",
};

/** A collector that answers, and no push token. */
export const COLLECTOR: CollectorFacts = {
  baseUrl: "https://collector.example/path",
  reached: { status: "ok" },
  hasProxy: false,
  token: { status: "none" },
  tokenFile: undefined,
};
