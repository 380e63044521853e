import type { Log } from "../base/edges.ts";
import { plural } from "../base/words.ts";
import { type LimitsResult, tokensOf } from "../contract/index.ts";
import type { PushResult } from "../push/index.ts";
import type { BeatLock, MachineId, OpenedState, SaveResult, State } from "../state/index.ts";
import type { ScanResult } from "../usage/index.ts";

/*
 * What a beat logs. A line with the field `condition` reports a problem that lasts until somebody fixes it. Each beat
 * reports it again, or logs it as `resolved`; the daemon passes on only what changed (service/conditions.ts).
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

const NO_FOLDER = "the state folder cannot be written: see to the disk and its owner";
const WAS_OPEN = "the state folder could be written by others: it is for its owner alone now";
const ANOTHERS_FOLDER =
  "the state folder belongs to another user, or lies in that one's: run this as that user, or set stateDir (AGENT_USAGE_STATE_DIR)";

export function announceLock(lock: BeatLock, log: Log): void {
  const condition = "state folder";
  if (lock.status === "taken") log.info({}, "another beat is under way: nothing to do");
  if (lock.status !== "failed") inOrder(log, condition);
  else log.error({ condition, code: lock.code }, lock.code === "EOWNER" ? ANOTHERS_FOLDER : NO_FOLDER);
  if (lock.status !== "held") return;
  if (lock.wasOpen) log.warn({}, WAS_OPEN);
  if (lock.mended !== undefined) {
    log.warn({ found: lock.mended }, "a lock that could never have been released was cleared away");
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
      log.error(
        { condition },
        "the state is of a newer version of this program: it is not touched; upgrade this one",
      );
      break;
    case "other_program":
      log.error({ condition }, "the state folder is another program's: set stateDir (AGENT_USAGE_STATE_DIR)");
      break;
    case "unusable":
      log.error(
        { condition, code: opened.code },
        "the state cannot be read: see to its file, folder and owner",
      );
      break;
  }
}

const MENDED = {
  restored: "the machine's id was lost or spoilt: it was restored from the state",
  anew: "the machine's id was spoilt and was made anew",
} as const;

export function announceMachineId(machine: MachineId, log: Log): void {
  const condition = "machine id";
  const code = machine.status === "failed" ? machine.code : machine.unwritten;
  if (code === undefined) inOrder(log, condition);
  else log.error({ condition, code }, "the machine's id cannot be written beside the state");
  if (machine.status !== "ok") return;
  if (machine.wasOpen) log.warn({}, WAS_OPEN);
  if (machine.mended !== false) log.warn({}, MENDED[machine.mended]);
}

export function announceSaved(saved: SaveResult, log: Log): void {
  const condition = "saving";
  if (saved.status === "ok") inOrder(log, condition);
  if (saved.status === "moved") log.warn({}, "another beat saved first: nothing was written");
  if (saved.status !== "failed") return;
  log.error(
    { condition, code: saved.code },
    "the state cannot be written: see to the disk; its file is whole",
  );
}

export function announceReadErrors({ readErrors }: ScanResult, log: Log): void {
  const condition = "transcripts";
  if (readErrors === 0) inOrder(log, condition);
  else
    log.warn({ condition, readErrors }, `read_errors=${readErrors}: no day is frozen until all can be read`);
}

function announceOrigin({ origin, spoiltKeptAs }: OpenedState & { status: "ok" }, log: Log): void {
  const isSpoilt = spoiltKeptAs !== undefined;
  if (origin === "file" || (origin === "fresh" && !isSpoilt)) return;
  const what = isSpoilt ? "the state file was spoilt and is kept beside" : "the state file was gone";
  const then =
    origin === "fresh" ? "no whole copy is left, so it starts anew" : "its last whole copy was taken";
  log.error({ origin, ...(isSpoilt && { keptAs: spoiltKeptAs }) }, `${what}; ${then}`);
}
