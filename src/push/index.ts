export { type CollectorCa, readCollectorCa } from "./collector-ca.ts";
export { withFallback } from "./fallback.ts";
export { machineOf } from "./machine.ts";
export { type PushOptions, type PushResult, pushSnapshot } from "./push.ts";
export { buildSnapshot, type SnapshotFacts } from "./snapshot.ts";
export { type PushToken, readPushToken } from "./token.ts";
