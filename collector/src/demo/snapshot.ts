import { torontoDay } from "../../../src/base/calendar.ts";
import type { Snapshot } from "../../../src/contract/index.ts";
import type { Member } from "./cast.ts";
import { limitsAt } from "./limits.ts";
import type { PlannedPush } from "./plan.ts";
import { guidOf } from "./random.ts";
import type { Scene } from "./scene.ts";
import { dayOf } from "./use.ts";

/** The machine as it describes itself. */
export function machineOf({ seed }: Scene, { label, os, account }: Member): Snapshot["machine"] {
  return { id: guidOf(seed, label, "machine"), label, os, ...(account !== undefined && { account }) };
}

/** What a machine pushes. @param seq the number of the push. @param more requests of today, on top of the plan */
export function snapshotOf(
  scene: Scene,
  { member, at, days, home }: PlannedPush,
  { seq, more = 0 }: { readonly seq: number; readonly more?: number },
): Snapshot {
  const today = torontoDay(at);
  const sentAt = new Date(at).toISOString();
  const { account, version, agentVersion } = member;
  return {
    schemaVersion: 1,
    program: "agent-usage",
    machine: machineOf(scene, member),
    stateId: guidOf(scene.seed, member.label, "state", home),
    seq,
    agentUsageVersion: version,
    agentVersion,
    sentAt,
    timeZone: "America/Toronto",
    limits:
      account === undefined
        ? { status: "disabled", fetchedAt: null, items: [] }
        : { status: "ok", fetchedAt: sentAt, items: limitsAt(scene, account, at) },
    usage: {
      since: days[0] ?? today,
      readErrors: 0,
      days: days.flatMap((day) => dayOf(scene, member, { day, at, more: day === today ? more : 0 }) ?? []),
    },
  };
}
