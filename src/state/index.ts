export { noteAlerts, readAlerts } from "./alerts/file.ts";
export { findReplacement, type Replacement } from "./disk/copies.ts";
export { noteDelivery, readDelivery } from "./disk/delivery.ts";
export { type Delivery, deliverySchema } from "./disk/delivery-schema.ts";
export { readLatestState } from "./disk/latest-state.ts";
export { type MachineId, machineId, readMachineId } from "./disk/machine-id.ts";
export { openState } from "./disk/open.ts";
export type { OpenedState, Origin, SaveResult } from "./disk/opened-state.ts";
export { findPurgeable, type Purgeable, purge } from "./disk/purge.ts";
export { type SettledState, settleClock } from "./disk/settle-clock.ts";
export { type ReadState, readState } from "./disk/state-file.ts";
export { isClosedToRoot, isShared } from "./folder/foreign-folder.ts";
export {
  CORRUPT_PREFIX,
  isLeftover,
  type StateFolder,
  stateFolder,
  stateNames,
} from "./folder/state-folder.ts";
export { noteLimits, readHistory } from "./history/file.ts";
export { type LimitReading, readingsOf } from "./history/readings.ts";
export { historySchema } from "./history/schema.ts";
export { withCacheWrites, withKnownWrites } from "./law/cache-writes.ts";
export { oldestDayToScan } from "./law/days.ts";
export { foldBeat } from "./law/fold.ts";
export { recordSince } from "./law/record.ts";
export { type State, stateSchema } from "./law/state.ts";
export { type BeatLock, inspectLock, type LockProbe, takeLock } from "./lock/index.ts";
