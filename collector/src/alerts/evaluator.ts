import { randomUUID } from "node:crypto";
import { DAY_MS, HOUR_MS } from "../../../src/base/durations.ts";
import { namedLength } from "../../../src/forecast/index.ts";
import type { AlertRule, Channel, LimitReading, NewAlert, RaisedAlert, Store } from "../store/index.ts";
import { dueAlert, FRESH_MS, needsCourse } from "./due.ts";
import { dueResets } from "./due-resets.ts";
import { dueSilences } from "./due-silence.ts";
import { type Candidate, isKnown, isOfSameLimit } from "./known.ts";
import { PATIENCE_MS } from "./retry.ts";
import { channelsFor, isMuted, ruleFor } from "./rule.ts";
import { viewOf } from "./view.ts";
import { limitWords, resetWords, silenceWords, type Words } from "./words.ts";

/** How far back readings go that a forecast is made from, where no name tells how long the window is. */
const COURSE_MS = 15 * DAY_MS;
/** Windows that ended less than this long ago may still have to be looked at. */
const ENDED_MS = 4 * HOUR_MS;

export interface EvaluatorOptions {
  readonly store: Pick<Store, "alerts" | "machines">;
  readonly clock: () => number;
}

/** What does not change while readings are looked at. */
interface Known {
  readonly now: number;
  readonly rules: readonly AlertRule[];
  readonly channels: readonly Channel[];
  readonly raised: RaisedAlert[];
}

/** Looks at limits and machines, and raises the alerts that are due. Each method returns how many it raised. */
export class Evaluator {
  readonly #store: EvaluatorOptions["store"];
  readonly #clock: () => number;
  /** The last change of a limit that was looked at. */
  #seen: number | undefined;

  constructor({ store, clock }: EvaluatorOptions) {
    this.#store = store;
    this.#clock = clock;
  }

  /** Looks at the limits that changed since the last look. */
  async changes(): Promise<number> {
    const { alerts } = this.#store;
    const newest = await alerts.newestChange();
    if (newest === this.#seen) return 0;
    const isFirst = this.#seen === undefined || newest < this.#seen;
    const after = isFirst ? newest : (this.#seen ?? newest);
    if (isFirst) {
      this.#seen = newest;
      return this.all();
    }
    const owners = await alerts.changedOwners(after);
    const readings = await alerts.readingsOf(owners, this.#clock() - FRESH_MS);
    const raised = await this.#look(readings);
    this.#seen = newest;
    return raised;
  }

  /** Looks at every limit that is at a threshold: also at those that a look at the changes can have missed. */
  async all(): Promise<number> {
    const { alerts } = this.#store;
    const rules = await alerts.rules();
    const lowest = Math.min(...[...rules, ruleFor(rules, null)].flatMap(({ percents }) => percents));
    let raised = 0;
    if (lowest <= 100) {
      const pages = alerts.highReadings(lowest, this.#clock() - FRESH_MS);
      for await (const page of pages) raised += await this.#look(page);
    }
    return raised;
  }

  /** Looks for limits that have reset since their alert. */
  async resets(): Promise<number> {
    const known = await this.#known();
    const owners = new Map(
      known.raised
        .filter(({ what }) => what === "percent")
        .map(({ account, machine }) => [JSON.stringify([account, machine]), { account, machine }]),
    );
    if (owners.size === 0) return 0;
    const readings = await this.#store.alerts.readingsOf([...owners.values()], 0);
    const due = dueResets(known.raised, readings, (account) => ruleFor(known.rules, account), known.now);
    let raised = 0;
    for (const reset of due) {
      const { reading: _, reached: __, ...candidate } = reset;
      const words = resetWords(reset, await this.#ownerOf(reset));
      if (await this.#raise(candidate, words, null, known)) raised++;
    }
    return raised;
  }

  /** Looks for watched machines that are silent. @param upSince when the collector came up */
  async silences(upSince: number): Promise<number> {
    const machines = await this.#store.alerts.watchedMachines();
    if (machines.length === 0) return 0;
    const known = await this.#known();
    let raised = 0;
    for (const { machine, candidate } of dueSilences(machines, known.raised, upSince, known.now)) {
      if (await this.#raise(candidate, silenceWords(machine, known.now), null, known)) raised++;
    }
    return raised;
  }

  async #known(): Promise<Known> {
    const { alerts } = this.#store;
    const now = this.#clock();
    return {
      now,
      rules: await alerts.rules(),
      channels: await alerts.channels(),
      raised: await alerts.raisedSince(now - ENDED_MS),
    };
  }

  async #look(readings: readonly LimitReading[]): Promise<number> {
    if (readings.length === 0) return 0;
    const known = await this.#known();
    let count = 0;
    for (const reading of readings) {
      const rule = ruleFor(known.rules, reading.account);
      const situation = { rule, raised: known.raised, now: known.now };
      if (!needsCourse(reading, situation)) continue;
      const course = await this.#courseOf(reading, known.now);
      const view = viewOf(reading, course, known.now);
      const due = dueAlert(reading, view.outlook, course, situation);
      if (due === undefined) continue;
      const words = limitWords(due, await this.#ownerOf(reading), view);
      if (await this.#raise(due, words, reading.percent, known)) count++;
    }
    return count;
  }

  async #courseOf(reading: LimitReading, now: number): Promise<LimitReading[]> {
    const length = namedLength(reading);
    const { resetsAt } = reading;
    const since = length === undefined || resetsAt === null ? now - COURSE_MS : resetsAt - length - HOUR_MS;
    const course = await this.#store.alerts.courseOf(reading, since);
    return course.filter((each) => isOfSameLimit(each, reading));
  }

  /** An account's name, or that of the machine that has the limit to itself. */
  async #ownerOf({ account, machine }: Pick<LimitReading, "account" | "machine">): Promise<string> {
    if (account !== null) return account;
    const machines = await this.#store.machines();
    const found = machines.find(({ id, merged }) => id === machine || merged.includes(machine ?? ""));
    return found === undefined ? `machine ${machine}` : (found.name ?? found.label);
  }

  async #raise(candidate: Candidate, words: Words, percent: number | null, known: Known): Promise<boolean> {
    const { lowAt: _, ...raised } = candidate;
    const rule = ruleFor(known.rules, candidate.account);
    const alert: NewAlert = {
      ...raised,
      ...words,
      uid: `msg_${randomUUID()}`,
      percent,
      muted: isMuted(rule, known.now),
      until: untilOf(candidate, known.now),
    };
    const channels = channelsFor(rule, known.channels, known.now);
    known.raised.push(raised);
    return this.#store.alerts.raise(alert, channels, (earlier) => isKnown(candidate, earlier));
  }
}

/** Nobody needs to hear of a window that has ended. */
function untilOf({ what, windowAt }: Candidate, now: number): number {
  const end = now + PATIENCE_MS;
  return (what === "percent" || what === "runs_out") && windowAt !== null ? Math.min(end, windowAt) : end;
}
