import type { Log } from "../base/edges.ts";
import { plural } from "../base/words.ts";
import { type LimitsResult, tokensOf } from "../contract/index.ts";
import { describeFailure, type Failure, stateFailure } from "../failures.ts";
import type { PushResult } from "../push/index.ts";
import type { BeatLock, MachineId, OpenedState, SaveResult, State } from "../state/index.ts";
import type { ScanResult } from "../usage/index.ts";

/*
 * What a beat logs. A line with the field `condition` reports a problem that lasts until somebody fixes it. Each beat
 * reports it again, or logs it as `resolved`; the daemon passes on only what changed (service/daemon/conditions.ts).
 */

type Fields = Readonly<Record<string, unknown>>;

export interface BeatFigures {
  readonly scan: ScanResult;
  readonly limits: LimitsResult;
  readonly frozen: number;
  readonly push: PushResult | "off";
  readonly state: State;
  readonly isFirst: boolean;
}

/** The one line of a beat that was done: its figures as fields, and in words. No path, no name from a transcript. */
export function summarize({ scan, limits, frozen, push, state, isFirst }: BeatFigures): [Fields, string] {
  const { readErrors, skippedLines, files } = scan;
  const used = Object.values(scan.days).flatMap(({ models }) => Object.values(models));
  const requests = used.reduce((sum, counts) => sum + counts.requests, 0);
  const tokens = used.reduce((sum, counts) => sum + tokensOf(counts), 0);
  const pushed = push === "off" ? "off" : push.status === "delivered" ? "delivered" : push.reason;
  const fields = {
    seq: state.seq,
    files,
    requests,
    tokens,
    readErrors,
    skippedLines,
    frozen,
    limits: limits.status,
    ...(limits.detail !== undefined && { detail: limits.detail }),
    push: pushed,
  };
  const days = Object.keys(scan.days).length;
  const words = [
    `beat done: ${plural(requests, "request")} on ${plural(days, "day")} in ${plural(files, "transcript")}`,
    `limits ${limits.detail ?? limits.status}`,
    `push ${pushed}`,
    ...(readErrors > 0 ? [`read_errors=${readErrors}`] : []),
    // Later it cannot be told from a wrong setting: frozen days are not counted again.
    ...(isFirst && files === 0 && frozen > 0
      ? [
          `${plural(frozen, "day")} recorded as unused for want of transcripts (doctor tells how to begin anew)`,
        ]
      : []),
  ];
  return [fields, words.join(", ")];
}

/** Says that a condition is in order. */
export function inOrder(log: Log, condition: string): void {
  log.debug({ condition, resolved: true }, `${condition}: in order`);
}

const WAS_OPEN = "other users could write to the state folder: now only its owner can";

export function announceLock(lock: BeatLock, log: Log): void {
  const condition = "state folder";
  if (lock.status === "taken") log.info({}, "another refresh is running: nothing to do");
  if (lock.status !== "failed") inOrder(log, condition);
  else logFailure(log, condition, stateFailure("unwritable", lock.code), lock.code);
  if (lock.status !== "held") return;
  if (lock.wasOpen) log.warn({}, WAS_OPEN);
  if (lock.repaired !== undefined) {
    log.warn({ found: lock.repaired }, "removed a lock that could never have been released");
  }
}

export function announceOpened(opened: OpenedState, log: Log): void {
  const condition = "state";
  switch (opened.status) {
    case "ok":
      inOrder(log, condition);
      announceOrigin(opened, log);
      break;
    case "newer":
    case "other_program":
      logFailure(log, condition, stateFailure(opened.status));
      break;
    case "unusable":
      logFailure(log, condition, stateFailure("unusable", opened.code), opened.code);
      break;
  }
}

const RESTORED_ID = {
  restored: "the machine's id was missing or corrupt: restored it from the state",
  replaced: "the machine's id was corrupt: made a new one",
} as const;

export function announceMachineId(machine: MachineId, log: Log): void {
  const condition = "machine id";
  const code = machine.status === "failed" ? machine.code : machine.unwritten;
  if (code === undefined) inOrder(log, condition);
  else logFailure(log, condition, stateFailure("no_machine_id", code), code);
  if (machine.status !== "ok") return;
  if (machine.wasOpen) log.warn({}, WAS_OPEN);
  if (machine.repaired !== false) log.warn({}, RESTORED_ID[machine.repaired]);
}

export function announceSaved(saved: SaveResult, log: Log): void {
  const condition = "saving";
  if (saved.status === "ok") inOrder(log, condition);
  if (saved.status === "moved") log.warn({}, "another refresh saved first: nothing was written");
  if (saved.status === "failed")
    logFailure(log, condition, stateFailure("unwritable", saved.code), saved.code);
}

export function announceReadErrors({ readErrors }: ScanResult, log: Log): void {
  const condition = "transcripts";
  if (readErrors === 0) inOrder(log, condition);
  else
    log.warn({ condition, readErrors }, `read_errors=${readErrors}: no day is frozen until all can be read`);
}

function announceOrigin({ origin, corruptKeptAs }: OpenedState & { status: "ok" }, log: Log): void {
  const isCorrupt = corruptKeptAs !== undefined;
  if (origin === "file" || (origin === "fresh" && !isCorrupt)) return;
  const { what } = stateFailure(isCorrupt ? "corrupt" : "missing");
  const then =
    origin === "fresh" ? "no good copy is left, so the record starts over" : "restored the last copy";
  const kept = isCorrupt ? `; the corrupt file is kept as ${corruptKeptAs}` : "";
  log.error({ origin, ...(isCorrupt && { keptAs: corruptKeptAs }) }, `${what}: ${then}${kept}`);
}

function logFailure(log: Log, condition: string, failure: Failure, code?: string): void {
  log.error({ condition, ...(code !== undefined && { code }) }, describeFailure(failure));
}
