/**
 * Whether a snapshot arrived late: the collector already keeps a newer one of the same `stateId`, or this same one.
 * Clocks play no part. Across two `stateId`s, the order of arrival decides.
 * @param seq the snapshot's number; each save of one `stateId` has a greater one
 * @param greatest the greatest `seq` seen so far of the same `stateId`, however long ago
 */
export function isLate(seq: number, greatest: number | undefined): boolean {
  return greatest !== undefined && seq <= greatest;
}
