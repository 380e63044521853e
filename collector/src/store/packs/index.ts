/* Days that are over, packed by month: what each machine used, in a few rows, for questions about the whole fleet. */

export type { Target } from "./add-pack.ts";
export type { Rest } from "./build.ts";
export { PackCache } from "./cache.ts";
export { noteChanges } from "./changes.ts";
export { REPAIRS, repairPacks, type UnreadPack, unreadPacks } from "./check.ts";
export { otherTurn, type PackOptions, packDay } from "./pack-days.ts";
export { type Days, type PackedUse, packedUse } from "./read.ts";
export { SumTable } from "./sum-table.ts";
