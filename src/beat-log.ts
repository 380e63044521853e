import type { Log } from "./base/edges.ts";
import type { Counts, LimitsResult, State } from "./contract.ts";
import type { PushResult } from "./push/push.ts";
import type { BeatLock } from "./state/lock.ts";
import type { OpenedState } from "./state/types.ts";
import type { ScanResult } from "./usage/types.ts";

export interface BeatFigures {
  readonly scan: ScanResult;
  readonly limits: LimitsResult;
  readonly frozen: number;
  readonly push: PushResult | "off";
  readonly state: State;
}

/** The one line of a beat that was done: its figures as fields, and in words. No path, no name from a transcript. */
export function summarize({ scan, limits, frozen, push, state }: BeatFigures): [object & LogFields, string] {
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
    `beat done: ${plural(requests, "request")} on ${plural(days, "open day")} in ${plural(files, "transcript")}`,
    `limits ${limits.detail ?? limits.status}`,
    `push ${pushed}`,
    ...(readErrors > 0 ? [`read_errors=${readErrors}`] : []),
  ];
  return [fields, words.join(", ")];
}

type LogFields = Readonly<Record<string, unknown>>;

export function announceLock(lock: BeatLock, log: Log): void {
  if (lock.status === "taken") log.info({}, "another beat is under way: nothing to do");
  if (lock.status === "failed") log.error({ code: lock.code }, "the state folder cannot be written");
  if (lock.status === "held" && lock.mended !== undefined) {
    log.warn({ found: lock.mended }, "a lock that could never have been released was cleared away");
  }
}

export function announceOpened(opened: OpenedState, log: Log): void {
  switch (opened.status) {
    case "ok":
      announceOrigin(opened, log);
      break;
    case "newer":
      log.error({}, "the state is of a newer version of this program: it is not touched");
      break;
    case "other_program":
      log.error({}, "the state folder is another program's: set stateDir (AGENT_USAGE_STATE_DIR)");
      break;
    case "unusable":
      log.error({ code: opened.code }, "the state cannot be read or written");
      break;
  }
}

function announceOrigin(opened: OpenedState & { status: "ok" }, log: Log): void {
  const fields = { origin: opened.origin, keptAs: opened.spoiltKeptAs };
  const spoilt = opened.spoiltKeptAs !== undefined;
  if (opened.origin === "file" || (opened.origin === "fresh" && !spoilt)) return;
  const what = spoilt ? "the state file was spoilt and is kept beside" : "the state file was gone";
  const then =
    opened.origin === "fresh" ? "no whole copy is left, so it starts anew" : "its last whole copy was taken";
  log.error(fields, `${what}; ${then}`);
}

function tokensOf(counts: Counts): number {
  return counts.inputTokens + counts.outputTokens + counts.cacheCreationTokens + counts.cacheReadTokens;
}

function plural(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? "" : "s"}`;
}
