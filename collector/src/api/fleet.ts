import type { Item } from "../../../src/contract/index.ts";
import type { LimitReading, LimitStretch, Machine } from "../store/index.ts";

/** A machine as `/api/v1/machines` shows it. */
export function machineJson(machine: Machine) {
  return {
    id: machine.id,
    program: machine.program,
    machineId: machine.machineId,
    label: machine.label,
    name: machine.name,
    os: machine.os,
    account: machine.account,
    agentVersion: machine.agentVersion,
    agentUsageVersion: machine.agentUsageVersion,
    firstSeen: instant(machine.firstSeen),
    lastSeen: instant(machine.lastSeen),
    archived: machine.archived,
  };
}

/** A reading of a limit. `machine` is there only for one without an account. */
export function readingJson(reading: LimitReading) {
  return {
    account: reading.account,
    ...(reading.account === null && { machine: reading.machine }),
    kind: reading.kind,
    group: reading.group,
    model: reading.model,
    percent: reading.percent,
    severity: reading.severity,
    resetsAt: instant(reading.resetsAt),
    fetchedAt: instant(reading.fetchedAt),
  };
}

/** A reading as a machine sends it: what is not known is left out. */
export function limitItem({ kind, group, model, percent, severity, resetsAt }: LimitReading): Item {
  return {
    kind,
    group,
    model,
    resetsAt: instant(resetsAt),
    ...(percent !== null && { percent }),
    ...(severity !== null && { severity }),
  };
}

/** What a stretch ended with, as a machine sends a reading. */
export function stretchItem({ kind, group, model, last, resetsAt, lastAt }: LimitStretch) {
  const fetchedAt = new Date(lastAt).toISOString();
  return { kind, group, model, percent: last, resetsAt: instant(resetsAt), fetchedAt };
}

/** The newest reading of a limit, with its age in whole seconds. @param now epoch milliseconds */
export function limitJson(reading: LimitReading, now: number) {
  const ageSeconds = Math.max(0, Math.floor((now - reading.fetchedAt) / 1000));
  return { ...readingJson(reading), ageSeconds };
}

/** ISO 8601 in UTC with milliseconds; null where never, and for what no calendar holds. */
export function instant(epochMilliseconds: number | null): string | null {
  if (epochMilliseconds === null || Number.isNaN(new Date(epochMilliseconds).getTime())) return null;
  return new Date(epochMilliseconds).toISOString();
}
