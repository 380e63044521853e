import { type Alerts, isSilent } from "../../alerts/index.ts";
import type { LimitKey, LimitReading, RaisedAlert, Store, WatchedMachine } from "../../store/index.ts";

/** What an alert was raised for, and holds now. */
export interface Firing {
  readonly alert: RaisedAlert;
  /** Its newest reading; undefined for a machine. */
  readonly reading: LimitReading | undefined;
  readonly machine: WatchedMachine | undefined;
}

/** One for each limit in a window that goes on, the newest alert of each, and one for each silent machine. */
export async function firingNow(store: Store, alerts: Alerts, now: number): Promise<Firing[]> {
  const raised = await store.alerts.raisedSince(now);
  const watched = await store.alerts.watchedMachines();
  const owners = raised.map(({ account, machine }) => ({ account, machine }));
  const found = await store.alerts.readingsOf(owners, 0);
  const readings = new Map(found.map((reading) => [keyOf(reading), reading]));
  const firing = new Map<string, Firing>();
  for (const alert of raised) {
    const { what, windowAt } = alert;
    if (what === "reset" || what === "test") continue;
    const machine =
      what === "silence"
        ? watched.find(({ id, seen }) => id === alert.machine && seen === windowAt)
        : undefined;
    if (what === "silence" && (machine === undefined || !isSilent(machine, alerts.upSince, now))) continue;
    if (what !== "silence" && (windowAt ?? 0) <= now) continue;
    const key = keyOf(alert);
    firing.set(key, { alert, reading: readings.get(key), machine });
  }
  return [...firing.values()].reverse();
}

function keyOf({ account, machine, kind, group, model }: LimitKey): string {
  return JSON.stringify([account, machine, kind, group, model]);
}
