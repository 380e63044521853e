export { type Authority, findAuthority } from "./authority.ts";
export { type CollectorCa, readCollectorCa } from "./collector-ca.ts";
export { withFallback } from "./fallback.ts";
export { connectionFailure, type JoinFailure, type JoinResult, join } from "./join.ts";
export { machineOf } from "./machine.ts";
export { type PushOptions, type PushResult, pushSnapshot } from "./push.ts";
export { buildSnapshot, type SnapshotFacts } from "./snapshot.ts";
export { type PushToken, readPushToken } from "./token.ts";
