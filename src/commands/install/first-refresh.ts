import { MINUTE_MS } from "../../base/durations.ts";
import { type Place, type ServiceState, serviceState } from "../../service/install/index.ts";
import { readLatestState, type State, type StateFolder } from "../../state/index.ts";

/** How long to wait for the first refresh, in milliseconds. Gigabytes of transcripts take longer. */
const MAX_WAIT_MS = 30_000;
const POLL_MS = 250;
/** launchd starts a program some time after it loads it, in milliseconds. */
const MAX_STOPPED_MS = 5_000;
/** A daemon skips its first refresh if the last one is younger than this, in milliseconds (rule SERVICE-3). */
const RECENT_MS = 5 * MINUTE_MS;

/** The clock that the waiting goes by. */
export interface WaitClock {
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly sleep: (milliseconds: number) => Promise<unknown>;
}

export type FirstRefresh =
  | { readonly status: "refreshed"; readonly state: State }
  /** The service runs, and its first refresh takes longer. */
  | { readonly status: "refreshing" }
  | { readonly status: "not_running"; readonly service: ServiceState["status"] };

/** Waits for a bounded time until the service that was started has refreshed, or does not run. Never rejects. */
export async function waitForRefresh(
  folder: StateFolder,
  place: Place,
  { now, sleep }: WaitClock,
): Promise<FirstRefresh> {
  const startedAt = now();
  let runningAt = startedAt;
  while (true) {
    const { status } = serviceState(place);
    // A manager that cannot be asked was reached a moment ago, when it started the service.
    if (status !== "stopped" && status !== "not_installed") runningAt = now();
    if (status === "failed" || now() - runningAt > MAX_STOPPED_MS)
      return { status: "not_running", service: status };
    const isRunning = status === "running" || status === "unknown";
    const state = isRunning ? await recentState(folder, startedAt) : undefined;
    if (state !== undefined) return { status: "refreshed", state };
    if (now() - startedAt > MAX_WAIT_MS) {
      return isRunning ? { status: "refreshing" } : { status: "not_running", service: status };
    }
    await sleep(POLL_MS);
  }
}

/** The state, if its last refresh is one that a daemon started at this time has done or need not repeat. */
async function recentState(folder: StateFolder, startedAt: number): Promise<State | undefined> {
  const saved = await readLatestState(folder);
  if (saved.status !== "ok" || saved.state.lastBeat === null) return undefined;
  return Date.parse(saved.state.lastBeat.at) > startedAt - RECENT_MS ? saved.state : undefined;
}
