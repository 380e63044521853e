/* What the collector keeps: one interface, on SQLite or PostgreSQL. */

export {
  type AlertEntry,
  type AlertRule,
  type Attempt,
  CHANNEL_KINDS,
  type Channel,
  type ChannelKind,
  type ClaimedDelivery,
  type Delivery,
  type LimitOwner,
  type NewAlert,
  type NewChannel,
  type NextStep,
  type RaisedAlert,
  type StoredAlert,
  type WatchedMachine,
} from "./alert-records.ts";
export type { AlertStore } from "./alert-store.ts";
export { AUDIT_ACTIONS, type AuditAction } from "./audit-actions.ts";
export { type CopyResult, copyStore } from "./copy.ts";
export { asNumber, countsOfSums } from "./counts.ts";
export { type SqliteName, sqliteLibraries } from "./engine/sqlite-library.ts";
export { StoreUnavailable } from "./engine/unavailable.ts";
export type {
  FleetGroup,
  FleetQuery,
  FleetRow,
  FleetUsage,
  FleetUsages,
  MachineTotal,
  TotalsQuery,
  UsageSum,
} from "./fleet-records.ts";
export type { LimitKey } from "./limit-key.ts";
export { type OpenResult, openStore, type StoreOptions } from "./open.ts";
export type { OpenFailure } from "./open-failure.ts";
export { openReader } from "./open-reader.ts";
export { keepPacked } from "./packing.ts";
export {
  type NewSession,
  type Person,
  type PersonChange,
  ROLES,
  type Role,
  type Session,
  type SignedIn,
  type SignInMethod,
  type SubjectSignedIn,
  type SubjectSignIn,
} from "./people.ts";
export {
  type Actor,
  type Authority,
  type Counter,
  type DatabaseState,
  GROUPINGS,
  type Grouping,
  type LimitCourseQuery,
  type LimitReading,
  type LimitStretch,
  type Machine,
  type MachinePart,
  type MergeResult,
  type NewSecret,
  type UsageCounts,
  type UsageQuery,
  type UsageRow,
} from "./records.ts";
export { type RestoreResult, restoreSqlite } from "./restore.ts";
export { keepRetention, oldestKept } from "./retention.ts";
export type {
  AuditEntry,
  Invite,
  Join,
  JoinResult,
  Key,
  KeyScope,
  MachineToken,
  NewInvite,
  NewKey,
  Secrets,
  TokenOwner,
} from "./secrets.ts";
export type { Share, SharedView } from "./shares.ts";
export type { BackupResult, KeepResult, Push, Store } from "./store.ts";
