import { type StatusFacts, type StatusView, statusOf } from "../../src/commands/status/facts.ts";
import type { Settings } from "../../src/settings/resolve.ts";
import { at, MACHINE_ID, NOW, stateWith } from "./fixtures.ts";

const SETTINGS: Settings = {
  baseUrl: "https://collector.example",
  collectorCa: undefined,
  pushTokenFile: undefined,
  credentials: "file",
  credentialsPath: "/credentials.json",
  transcriptRoots: [],
  stateDir: "/state",
  label: "desk",
  account: undefined,
  alertAt: [80],
  alertCommand: undefined,
  page: undefined,
};

/** The status of a machine whose last beat was 15 minutes ago; `facts` override its own. */
export function aStatus(facts: Partial<StatusFacts> = {}): StatusView {
  return statusOf({
    state: stateWith({
      lastBeat: { at: at(NOW - 900_000), limitsStatus: "ok", limitsDetail: null, readErrors: 0 },
    }),
    history: [],
    settings: SETTINGS,
    machineId: MACHINE_ID,
    delivery: { at: at(NOW - 900_000), outcome: "delivered", lastDeliveredAt: at(NOW - 900_000) },
    service: { manager: "systemd", status: "running" },
    now: NOW,
    ...facts,
  });
}

export function withoutCollector(): Settings {
  return { ...SETTINGS, baseUrl: undefined };
}
