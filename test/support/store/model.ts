// The rules of docs/contract.md and of the collector, as plainly as they can be written: no sums, no shortcuts.
import type { SentDay, SentLimits, Snapshot } from "../../../collector/src/ingest/index.ts";
import type { Grouping, KeepResult } from "../../../collector/src/store/index.ts";
import type { Counts, Models } from "../../../src/contract/index.ts";

interface ModelDay {
  readonly frozen: boolean;
  readonly account: string | null;
  readonly models: Models;
}

interface ModelMachine {
  readonly name: string;
  readonly days: Map<string, ModelDay>;
  readonly greatest: Map<string, number>;
  into: string | undefined;
  revoked: boolean;
  archived: boolean;
  lastSeen: number | null;
}

const COUNTS = ["requests", "inputTokens", "outputTokens", "cacheCreationTokens", "cacheReadTokens"] as const;

const sum = (models: Models, keys: readonly (keyof Counts)[]): bigint =>
  Object.values(models)
    .flatMap((counts) => keys.map((key) => BigInt(counts[key] ?? 0)))
    .reduce((a, b) => a + b, 0n);

function isLarger(a: Models, b: Models): boolean {
  const [requests, others] = [sum(a, ["requests"]), sum(b, ["requests"])];
  if (requests !== others) return requests > others;
  return sum(a, COUNTS.slice(1)) > sum(b, COUNTS.slice(1));
}

export class Model {
  /** In the order in which they joined. */
  readonly machines = new Map<string, ModelMachine>();
  readonly limits = new Map<string, { percent: number | null; fetchedAt: number }>();

  join(name: string): void {
    const known = this.machines.get(name);
    if (known !== undefined) known.revoked = false;
    else {
      this.machines.set(name, {
        name,
        days: new Map(),
        greatest: new Map(),
        into: undefined,
        revoked: false,
        archived: false,
        lastSeen: null,
      });
    }
  }

  keep(name: string, { stateId, seq, days, machine, limits }: Snapshot, arrivedAt: number): KeepResult {
    const known = this.#get(name);
    if (known.revoked) return { status: "revoked" };
    known.archived = false;
    known.lastSeen = arrivedAt;
    if (seq <= (known.greatest.get(stateId) ?? -1)) return { status: "kept", late: true };
    known.greatest.set(stateId, seq);
    for (const day of days) this.#keepDay(known, day, machine.account);
    if (limits !== null) this.#keepLimits(machine.account ?? `machine ${name}`, limits, arrivedAt);
    return { status: "kept", late: false };
  }

  #keepDay({ days }: ModelMachine, { day, state, models }: SentDay, account: string | null): void {
    const kept = days.get(day);
    if (kept?.frozen && !isLarger(models, kept.models)) return;
    days.set(day, { frozen: kept?.frozen === true || state === "frozen", account, models });
  }

  #keepLimits(owner: string, { fetchedAt, items }: SentLimits, arrivedAt: number): void {
    const at = Math.min(fetchedAt, arrivedAt);
    for (const { kind, percent } of items) {
      const key = `${owner} ${kind}`;
      const known = this.limits.get(key);
      if (known === undefined || at > known.fetchedAt) this.limits.set(key, { percent, fetchedAt: at });
    }
  }

  /** @returns whether it can be done */
  merge(from: string, into: string): boolean {
    const [first, second] = [this.machines.get(from), this.machines.get(into)];
    if (first === undefined || second === undefined || first === second) return false;
    if (first.into !== undefined || second.into !== undefined) return false;
    first.into = into;
    return true;
  }

  unmerge(name: string): boolean {
    const machine = this.machines.get(name);
    if (machine?.into === undefined) return false;
    machine.into = undefined;
    return true;
  }

  /** @returns how many machines held the day */
  forget(day: string): number {
    return [...this.machines.values()].filter(({ days }) => days.delete(day)).length;
  }

  rootOf(name: string): string {
    const { into } = this.#get(name);
    return into === undefined ? name : this.rootOf(into);
  }

  #get(name: string): ModelMachine {
    const machine = this.machines.get(name);
    if (machine === undefined) throw new Error(`no machine ${name}`);
    return machine;
  }

  /** The requests and tokens of each group, by the JSON of its keys. Machines by their names. */
  usage(by: readonly Grouping[]): Map<string, bigint[]> {
    const groups = new Map<string, bigint[]>();
    for (const [machine, day, { account, models }] of this.#counted()) {
      const parts: [string | undefined, Counts | undefined][] = by.includes("model")
        ? Object.entries(models)
        : [[undefined, undefined], ...Object.entries(models)];
      for (const [model, counts] of parts) {
        const keys = { day, machine, model, account };
        const key = JSON.stringify(by.map((name) => keys[name]));
        const known = groups.get(key) ?? COUNTS.map(() => 0n);
        groups.set(
          key,
          known.map((value, index) => value + BigInt(counts?.[COUNTS[index] ?? "requests"] ?? 0)),
        );
      }
    }
    return groups;
  }

  /** Of machines that are shown as one, the largest record of each day; of equal ones that of the first. */
  #counted(): [machine: string, day: string, record: ModelDay][] {
    const best = new Map<string, [string, string, ModelDay]>();
    for (const { name, days } of this.machines.values()) {
      for (const [day, record] of days) {
        const key = `${this.rootOf(name)} ${day}`;
        const known = best.get(key);
        if (known === undefined || isLarger(record.models, known[2].models)) {
          best.set(key, [this.rootOf(name), day, record]);
        }
      }
    }
    return [...best.values()];
  }
}
