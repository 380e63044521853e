import { DAY_MS } from "../../../src/base/durations.ts";
import { completeLog } from "../../../src/base/edges.ts";
import { Alerts } from "../alerts/index.ts";
import type { Store } from "../store/index.ts";
import { sendNowhere } from "./nowhere.ts";
import type { PlannedPush } from "./plan.ts";
import type { Scene } from "./scene.ts";

/** How far back alerts go: to look at the limits of a day takes as long as its pushes. */
const SINCE_MS = 4 * DAY_MS;

/** Whether a push is new enough to raise alerts. */
export function isWarned({ at }: PlannedPush, { now }: Scene): boolean {
  return at >= now - SINCE_MS;
}

/** Raises the alerts of the past: looks at the limits after each round of pushes, as a collector that ran would have. */
export class PastAlerts {
  readonly #alerts: Alerts;
  #at = 0;

  constructor(store: Store) {
    this.#alerts = new Alerts({
      store,
      log: completeLog(),
      clock: () => this.#at,
      random: () => 0.5,
      allowPrivate: false,
      // The past is looked at in steps of hours, as if the collector had run all the time.
      gapMs: DAY_MS,
      // Only messages name it, and these reach nobody.
      origin: () => "",
      send: sendNowhere(
        async () => ({ answer: "no_address", status: null }),
        () => this.#at,
      ),
    });
  }

  /** @param at an instant after those that were looked at before */
  async lookAt(at: number): Promise<void> {
    this.#at = at;
    await this.#alerts.beat();
    await this.#alerts.deliver();
  }

  stop(): Promise<void> {
    return this.#alerts.stop();
  }
}
