import { DAY_MS, HOUR_MS } from "../../../../src/base/durations.ts";
import type { Machine } from "../../store/index.ts";
import { isOlder, newestOf } from "./versions.ts";

/** A machine pushes every 15 minutes: one that was seen within this long is active. */
const ACTIVE_MS = HOUR_MS;
/** One that was not seen for this long is silent. A laptop sleeps at night. */
const SILENT_MS = DAY_MS;

/** When a machine was seen: within an hour, within a day, longer ago, or never. One that may not push is none of these. */
export type Presence = "active" | "idle" | "silent" | "never" | "revoked";

export function presenceOf(
  { lastSeen, revoked }: Pick<Machine, "lastSeen" | "revoked">,
  now: number,
): Presence {
  if (revoked) return "revoked";
  if (lastSeen === null) return "never";
  if (now - lastSeen < ACTIVE_MS) return "active";
  return now - lastSeen < SILENT_MS ? "idle" : "silent";
}

/** What stands out about a machine. */
export interface Standing {
  readonly presence: Presence;
  /** Whether a newer version runs elsewhere in the fleet: of agent-usage, and of the coding agent. */
  readonly isOld: boolean;
  readonly isAgentOld: boolean;
}

/** Whether a version is older than the newest one, of agent-usage and of the coding agent. */
interface Ages {
  readonly isUsageOld: (version: string | null) => boolean;
  readonly isAgentOld: (version: string | null) => boolean;
}

/** By program, as to the newest versions among the machines that may push. */
export type NewestVersions = ReadonlyMap<string, Ages>;

export function newestVersions(machines: readonly Machine[]): NewestVersions {
  const byProgram = new Map<string, Machine[]>();
  for (const machine of machines) {
    if (machine.archived || machine.revoked) continue;
    const known = byProgram.get(machine.program);
    if (known === undefined) byProgram.set(machine.program, [machine]);
    else known.push(machine);
  }
  return new Map(
    [...byProgram].map(([program, own]) => [
      program,
      {
        isUsageOld: agesOf(own.map(({ agentUsageVersion }) => agentUsageVersion)),
        isAgentOld: agesOf(own.map(({ agentVersion }) => agentVersion)),
      },
    ]),
  );
}

/** A fleet has few versions, so each is compared once. */
function agesOf(versions: readonly (string | null)[]): (version: string | null) => boolean {
  const newest = newestOf([...new Set(versions)]);
  const known = new Map<string, boolean>();
  return (version) => {
    if (version === null) return false;
    const isOld = known.get(version) ?? isOlder(version, newest);
    known.set(version, isOld);
    return isOld;
  };
}

export function standingOf(machine: Machine, newest: NewestVersions, now: number): Standing {
  const ages = newest.get(machine.program);
  return {
    presence: presenceOf(machine, now),
    isOld: ages?.isUsageOld(machine.agentUsageVersion) ?? false,
    isAgentOld: ages?.isAgentOld(machine.agentVersion) ?? false,
  };
}
