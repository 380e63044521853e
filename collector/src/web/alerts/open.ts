import { isSameLimit } from "../../../../src/forecast/index.ts";
import type { LimitView } from "../../../../src/report/index.ts";
import type { LimitReading, RaisedAlert, Store, WatchedMachine } from "../../store/index.ts";
import { byOwner, ownerKey } from "../by-owner.ts";
import { fastest, type OwnedViews, paceOf, viewsByOwner } from "../limit-views.ts";

/** The most owners that forecasts are made for. Of the others, the pace of the window decides. */
const MOST_FORECAST = 12;
const FULL = 100;

/** An alert whose reason still holds. */
export type OpenAlert =
  | {
      readonly why: "percent" | "runs_out";
      readonly alert: RaisedAlert;
      readonly reading: LimitReading;
      /** With its forecast of now; undefined if none was made. */
      readonly view: LimitView | undefined;
    }
  | { readonly why: "silence"; readonly alert: RaisedAlert; readonly machine: WatchedMachine };

/**
 * The alerts that still hold, one for each limit and machine, the newest first. A forecast counts as it is now, not as it was
 * when the alert was raised.
 * @param known forecasts that were made already. With them, no others are made
 */
export async function openAlerts(store: Store, now: number, known?: OwnedViews): Promise<OpenAlert[]> {
  const raised = await store.alerts.raisedSince(now);
  const [limits, silences] = await Promise.all([
    openLimits(store, raised.filter(isOfLimit), now, known),
    openSilences(store, raised, now),
  ]);
  return [...limits, ...silences].sort((a, b) => b.alert.at - a.alert.at);
}

function isOfLimit({ what }: RaisedAlert): boolean {
  return what === "percent" || what === "runs_out";
}

async function openLimits(
  store: Store,
  raised: readonly RaisedAlert[],
  now: number,
  known: OwnedViews | undefined,
): Promise<OpenAlert[]> {
  if (raised.length === 0) return [];
  const owners = [...byOwner(raised).values()].map(([first]) => first);
  const readings = byOwner(await store.alerts.readingsOf(owners, 0));
  const views = known ?? (await viewsByOwner(store, fastest(readings, MOST_FORECAST, now), now));
  return [...readings].flatMap(([key, own]) =>
    own.flatMap((reading): OpenAlert[] => {
      const alerts = raised.filter((alert) => ownerKey(alert) === key && isSameLimit(alert, reading));
      const view = views.get(key)?.find(({ item }) => isSameLimit(item, reading));
      const alert = alerts.reduce<RaisedAlert | undefined>(
        (newest, each) => (newest === undefined || each.at >= newest.at ? each : newest),
        undefined,
      );
      const why = whyOpen(alerts, reading, view, now);
      return alert === undefined || why === undefined ? [] : [{ why, alert, reading, view }];
    }),
  );
}

/** What of its alerts still holds for a limit: that it runs out, before a threshold that it reached. */
function whyOpen(
  alerts: readonly RaisedAlert[],
  reading: LimitReading,
  view: LimitView | undefined,
  now: number,
): "percent" | "runs_out" | undefined {
  const { percent, resetsAt } = reading;
  if (percent === null || (resetsAt !== null && resetsAt <= now)) return undefined;
  const current = alerts.filter(({ windowAt }) => windowAt === null || windowAt > now);
  const isReached = current.some(({ threshold }) => threshold !== null && percent >= threshold);
  const wasForeseen = current.some(({ what, runsOutAt }) => what === "runs_out" || runsOutAt !== null);
  const isForeseen =
    percent >= FULL ||
    (view === undefined ? paceOf(reading, now) >= FULL : view.outlook.forecast.status === "runs_out");
  if (isForeseen && (isReached || wasForeseen)) return "runs_out";
  return isReached ? "percent" : undefined;
}

/** A machine that was silent is so until it is seen again, also while the collector is down. */
async function openSilences(store: Store, raised: readonly RaisedAlert[], now: number): Promise<OpenAlert[]> {
  const silences = raised.filter(({ what }) => what === "silence");
  if (silences.length === 0) return [];
  const watched = await store.alerts.watchedMachines();
  return watched.flatMap((machine): OpenAlert[] => {
    const alert = silences.find(
      ({ machine: id, windowAt }) => id === machine.id && windowAt === machine.seen,
    );
    const isSilent = now - machine.seen >= machine.afterMs;
    return alert === undefined || !isSilent ? [] : [{ why: "silence", alert, machine }];
  });
}
