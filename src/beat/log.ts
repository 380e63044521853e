import { vendor } from "#vendor";
import type { Log } from "../base/edges.ts";
import type { ProgramEnd } from "../base/process-group.ts";
import { type LimitsResult, tokensOf } from "../contract/index.ts";
import {
  alertFailure,
  describeFailure,
  type Failure,
  type KeychainFailure,
  limitsFailure,
  pushFailure,
  pushTokenFailure,
  rootsFailure,
  stateFailure,
} from "../failures/index.ts";
import type { PushResult, PushToken } from "../push/index.ts";
import type { BeatLock, MachineId, OpenedState, SaveResult } from "../state/index.ts";
import type { FoundRoots, ScanResult } from "../usage/index.ts";
import { markOk } from "./mark-ok.ts";
import { type BeatFigures, describeBeat } from "./summary.ts";

const WAS_OPEN = "other users could write to the state folder: now only its owner can";
const RESTORED_ID = {
  restored: "the machine's id was missing or corrupt: restored it from the state",
  replaced: "the machine's id was corrupt: made a new one",
} as const;

export interface DoneBeat extends BeatFigures {
  readonly scan: ScanResult;
  readonly seq: number;
}

/**
 * What a beat logs, step by step. A line with the field `condition` reports a problem that lasts until somebody fixes
 * it. Each beat reports it again, or logs it as `resolved`; the daemon passes on only what changed
 * (service/daemon/conditions.ts). No line contains one of the user's paths.
 */
export class BeatLog {
  readonly #log: Log;

  constructor(log: Log) {
    this.#log = log;
  }

  lock(lock: BeatLock): void {
    const condition = "state folder";
    if (lock.status === "taken") this.#log.info({}, "another refresh is running: nothing to do");
    if (lock.status !== "failed") markOk(this.#log, condition);
    else this.#failed(condition, stateFailure("unwritable", lock.code), lock.code);
    if (lock.status !== "held") return;
    if (lock.wasOpen) this.#log.warn({}, WAS_OPEN);
    if (lock.repaired !== undefined) {
      this.#log.warn({ found: lock.repaired }, "removed a lock that could never have been released");
    }
  }

  opened(opened: OpenedState): void {
    const condition = "state";
    switch (opened.status) {
      case "ok":
        markOk(this.#log, condition);
        this.#recovered(opened);
        break;
      case "newer":
      case "other_program":
        this.#failed(condition, stateFailure(opened.status));
        break;
      case "unusable":
        this.#failed(condition, stateFailure("unusable", opened.code), opened.code);
        break;
    }
  }

  machineId(machine: MachineId): void {
    const condition = "machine id";
    const code = machine.status === "failed" ? machine.code : machine.unwritten;
    if (code === undefined) markOk(this.#log, condition);
    else this.#failed(condition, stateFailure("no_machine_id", code), code);
    if (machine.status !== "ok") return;
    if (machine.wasOpen) this.#log.warn({}, WAS_OPEN);
    if (machine.repaired !== false) this.#log.warn({}, RESTORED_ID[machine.repaired]);
  }

  roots(roots: FoundRoots): void {
    const condition = "transcripts folder";
    if (roots.status === "found") markOk(this.#log, condition);
    else this.#log.warn({ condition }, describeFailure(rootsFailure(roots.elsewhere, vendor.program)));
  }

  scan({ readErrors }: ScanResult): void {
    const condition = "transcripts";
    if (readErrors === 0) {
      markOk(this.#log, condition);
      return;
    }
    const message = `read_errors=${readErrors}: no day becomes final until every transcript can be read`;
    this.#log.warn({ condition, readErrors }, message);
  }

  /** @param keychain what is known of a login in the Keychain that could not be used */
  limits({ status, detail }: LimitsResult, keychain?: KeychainFailure): void {
    const condition = "limits";
    if (status === "ok" || status === "disabled") {
      markOk(this.#log, condition);
      return;
    }
    const why = detail ?? status;
    const failure = limitsFailure(why, keychain);
    const message = `no new limits: ${describeFailure(failure)}`;
    // The version is unknown until the coding agent is first used. That is not worth a warning.
    if (failure.fix !== undefined && why !== "no_version") this.#log.warn({ condition, why }, message);
    else this.#log.info({ condition, why }, `${message}; the next refresh asks again`);
  }

  lostLock(): void {
    this.#log.warn({}, "another refresh took the lock: nothing was written");
  }

  saved(saved: SaveResult): void {
    const condition = "saving";
    if (saved.status === "ok") markOk(this.#log, condition);
    if (saved.status === "moved") this.#log.warn({}, "another refresh saved first: nothing was written");
    if (saved.status === "failed") {
      this.#failed(condition, stateFailure("unwritable", saved.code), saved.code);
    }
  }

  pushToken(token: PushToken): void {
    const condition = "push token";
    if (token.status === "ok" || token.status === "none") {
      markOk(this.#log, condition);
      return;
    }
    const code = token.status === "unreadable" ? token.code : undefined;
    const { what, ...fix } = pushTokenFailure(token.status, code);
    this.#failed(condition, { what: `pushing without a token: ${what}`, ...fix }, code);
  }

  push(push: PushResult): void {
    const condition = "push";
    if (push.status === "delivered") {
      markOk(this.#log, condition);
      return;
    }
    const { reason } = push;
    if (reason === "aborted") return;
    const { what, ...fix } = pushFailure(reason);
    const later = push.status === "failed" ? "; the next refresh sends everything again" : "";
    const message = describeFailure({ what: `push failed: ${what}${later}`, ...fix });
    this.#log.warn({ condition, why: reason }, message);
  }

  alert(end: ProgramEnd): void {
    const condition = "alert command";
    if (end.status === "aborted") return;
    const failure = alertFailure(end);
    if (failure === undefined) markOk(this.#log, condition);
    else this.#log.warn({ condition, why: end.status }, describeFailure(failure));
  }

  /** The one line that reports a completed beat. */
  done({ scan, limits, keychain, push, seq, frozen }: DoneBeat): void {
    const { readErrors, skippedLines, files } = scan;
    const all = Object.values(scan.days).flatMap(({ models }) => Object.values(models));
    const fields = {
      seq,
      files,
      requests: all.reduce((sum, counts) => sum + counts.requests, 0),
      tokens: all.reduce((sum, counts) => sum + tokensOf(counts), 0),
      readErrors,
      skippedLines,
      frozen,
      limits: limits.status,
      ...(limits.detail !== undefined && { detail: limits.detail }),
      push: push === "off" ? "off" : push.status === "delivered" ? "delivered" : push.reason,
    };
    this.#log.info(
      fields,
      `refresh done: ${describeBeat({ scan, limits, ...(keychain !== undefined && { keychain }), push, frozen })}`,
    );
  }

  #recovered({ origin, corruptKeptAs }: OpenedState & { status: "ok" }): void {
    const isCorrupt = corruptKeptAs !== undefined;
    if (origin === "file" || (origin === "fresh" && !isCorrupt)) return;
    const { what } = stateFailure(isCorrupt ? "corrupt" : "missing");
    const then =
      origin === "fresh" ? "no good copy is left, so the record starts over" : "restored the last copy";
    const kept = isCorrupt ? `; the corrupt file is kept as ${corruptKeptAs}` : "";
    this.#log.error({ origin, ...(isCorrupt && { keptAs: corruptKeptAs }) }, `${what}: ${then}${kept}`);
  }

  #failed(condition: string, failure: Failure, code?: string): void {
    this.#log.error({ condition, ...(code !== undefined && { code }) }, describeFailure(failure));
  }
}
