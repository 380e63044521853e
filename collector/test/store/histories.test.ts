// Random histories against a plain model of the rules: 90 on SQLite, 30 on PostgreSQL; 3,000 and 1,000 with AGENT_USAGE_LONG_TESTS=1.
import assert from "node:assert/strict";
import fc from "fast-check";
import { emptied, testOnEach } from "../../../test/support/store/databases.ts";
import { ADMIN, HOUR, NOW, type PushFacts, TestMachine } from "../../../test/support/store/fleet.ts";
import { fleetQuery, sameFleetUsage } from "../../../test/support/store/fleet-usage.ts";
import { Model } from "../../../test/support/store/model.ts";
import { type FleetQuery, GROUPINGS, type Grouping, openReader, type Store } from "../../src/store/index.ts";

const numRuns = process.env["AGENT_USAGE_LONG_TESTS"] === "1" ? 3_000 : 90;
const NAMES = ["first", "second", "third"];
const HUGE = Number.MAX_SAFE_INTEGER;

type Step =
  | { readonly do: "push"; readonly machine: string; readonly facts: PushFacts }
  | { readonly do: "join" | "revoke" | "archive" | "unmerge"; readonly machine: string }
  | { readonly do: "merge"; readonly machine: string; readonly into: string }
  | { readonly do: "prune"; readonly machine: string }
  | { readonly do: "look"; readonly machine: string; readonly asked: FleetQuery }
  | { readonly do: "pack"; readonly machine: string; readonly until: string; readonly changes: number };

const number = fc.oneof(
  { weight: 8, arbitrary: fc.nat(4) },
  { weight: 1, arbitrary: fc.constantFrom(HUGE, HUGE - 1, 2 ** 32, 2 ** 32 - 1) },
);
const count = fc.record({
  requests: number,
  inputTokens: number,
  outputTokens: number,
  cacheCreationTokens: number,
  cacheReadTokens: number,
});
/** Older than what machines keep: a retention may remove it. */
const OLD = "2026-09-01";
const day = fc.record({
  day: fc.constantFrom(OLD, "2026-11-18", "2026-11-19", "2026-11-20", "2026-11-21"),
  state: fc.constantFrom("open" as const, "frozen" as const),
  models: fc.dictionary(fc.constantFrom("claude-opus-5", "claude-haiku-4-5", "__proto__", "other"), count, {
    maxKeys: 3,
  }),
});
const limit = fc.record({
  kind: fc.constantFrom("session", "weekly"),
  group: fc.constant("plan"),
  model: fc.constant(null),
  percent: fc.option(fc.nat(100)),
  severity: fc.constant(null),
  resetsAt: fc.constant(null),
});
const name = fc.constantFrom(...NAMES);
const push = fc.record({
  do: fc.constant("push" as const),
  machine: name,
  facts: fc.record({
    days: fc.uniqueArray(day, { selector: (each) => each.day, maxLength: 4 }),
    stateId: fc.constantFrom("a", "b", "c"),
    seq: fc.nat(12),
    account: fc.constantFrom(null, "home", "work"),
    limits: fc.uniqueArray(limit, { selector: ({ kind }) => kind, maxLength: 2 }),
    fetchedAt: fc.integer({ min: NOW - 5, max: NOW + 20 }),
  }),
});
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 12, arbitrary: push },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("merge" as const), machine: name, into: name }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("prune" as const), machine: name }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("pack" as const),
      machine: name,
      until: fc.constantFrom(OLD, "2026-11-18", "2026-11-19", "2026-11-20"),
      changes: fc.constantFrom(0, 3, 1_000),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant("look" as const), machine: name, asked: fleetQuery }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom(
        "join" as const,
        "revoke" as const,
        "archive" as const,
        "unmerge" as const,
        "unmerge" as const,
      ),
      machine: name,
    }),
  },
);

/** One history in the store and in the model at once. */
class History {
  readonly #store: Store;
  /** Keeps in memory what it has read, as the thread does that makes pages. */
  readonly #reader: Store;
  readonly #model = new Model();
  readonly #machines = new Map<string, TestMachine>();
  readonly #archivedAt = new Map<string, number>();
  #now = NOW;

  constructor(store: Store, reader: Store) {
    this.#store = store;
    this.#reader = reader;
  }

  async start(): Promise<void> {
    for (const each of NAMES) {
      this.#machines.set(each, new TestMachine(this.#store));
      await this.#join(each);
    }
  }

  async take(step: Step): Promise<void> {
    this.#now += HOUR;
    const { id } = this.#machine(step.machine);
    const by = { ...ADMIN, at: this.#now };
    switch (step.do) {
      case "push":
        return this.#push(step.machine, step.facts);
      case "join":
        return this.#join(step.machine);
      case "revoke":
        for (const each of NAMES) {
          if (each === step.machine || this.#model.rootOf(each) === step.machine)
            this.#known(each).revoked = true;
        }
        assert.equal(await this.#store.revokeMachine(id, by), true);
        return;
      case "archive":
        this.#known(step.machine).archived = true;
        this.#archivedAt.set(step.machine, this.#now);
        assert.equal(await this.#store.archiveMachine(id, true, by), true);
        return;
      case "merge": {
        const { status } = await this.#store.mergeMachines(id, this.#machine(step.into).id, by);
        assert.equal(status === "merged", this.#model.merge(step.machine, step.into), status);
        return;
      }
      case "pack":
        while (await this.#store.pack(step.until, { manyChanges: step.changes }));
        return;
      case "look":
        await sameFleetUsage(this.#reader, step.asked);
        assert.deepEqual(await this.#reader.machines(), await this.#store.machines());
        return;
      case "prune":
        assert.equal(await this.#store.prune("2026-10-01"), this.#model.forget(OLD));
        return;
      case "unmerge":
        assert.equal(await this.#store.unmergeMachine(id, by), this.#model.unmerge(step.machine));
    }
  }

  async #join(each: string): Promise<void> {
    await this.#machine(each).join(this.#now);
    this.#model.join(each);
  }

  async #push(each: string, facts: PushFacts): Promise<void> {
    const machine = this.#machine(each);
    const snapshot = machine.snapshot(facts);
    const kept = await machine.keep(snapshot, this.#now);
    assert.deepEqual(kept, this.#model.keep(each, snapshot, this.#now));
  }

  /** @param asked what a page asks for */
  async compare(asked: FleetQuery): Promise<void> {
    assert.deepEqual(await this.#store.verify(), []);
    for (const by of everyGrouping()) {
      assert.deepEqual(await this.#usage(by), this.#model.usage(by), by.join(","));
    }
    await sameFleetUsage(this.#store, asked);
    await sameFleetUsage(this.#reader, asked);
    assert.deepEqual(await this.#reader.machines(), await this.#store.machines());
    await this.#compareMachines();
    await this.#compareLimits();
  }

  async #usage(by: readonly Grouping[]): Promise<Map<string, bigint[]>> {
    const rows = await this.#store.usage({ from: "0000-01-01", to: "9999-12-31", by });
    return new Map(
      rows.map((row) => {
        const keys = { ...row, machine: this.#nameOf(row.machine) };
        const sums = [
          row.requests,
          row.inputTokens,
          row.outputTokens,
          row.cacheCreationTokens,
          row.cacheReadTokens,
        ];
        return [JSON.stringify(by.map((key) => keys[key])), sums];
      }),
    );
  }

  async #compareMachines(): Promise<void> {
    const machines = await this.#store.machines();
    const shown = NAMES.filter((each) => this.#model.rootOf(each) === each);
    assert.deepEqual(new Set(machines.map(({ id }) => this.#nameOf(id))), new Set(shown));
    for (const { id, revoked, archived } of machines) {
      const each = this.#nameOf(id) ?? "";
      const known = this.#known(each);
      const isArchived = known.archived && !this.#isBack(each);
      assert.deepEqual({ revoked, archived }, { revoked: known.revoked, archived: isArchived });
    }
  }

  /** Whether anything that is shown as the machine has pushed since it was archived. */
  #isBack(each: string): boolean {
    const since = this.#archivedAt.get(each) ?? Number.POSITIVE_INFINITY;
    const parts = NAMES.filter((part) => this.#model.rootOf(part) === each);
    return parts.some((part) => (this.#known(part).lastSeen ?? 0) > since);
  }

  /** Those of accounts. Those of machines change owners when machines are merged. */
  async #compareLimits(): Promise<void> {
    const limits = (await this.#store.limits()).filter(({ account }) => account !== null);
    const kept = new Map(
      limits.map(({ account, kind, percent, fetchedAt }) => [`${account} ${kind}`, { percent, fetchedAt }]),
    );
    const expected = [...this.#model.limits].filter(([key]) => !key.startsWith("machine "));
    assert.deepEqual(kept, new Map(expected));
  }

  #machine(each: string): TestMachine {
    const machine = this.#machines.get(each);
    assert.ok(machine);
    return machine;
  }

  #known(each: string) {
    const known = this.#model.machines.get(each);
    assert.ok(known);
    return known;
  }

  #nameOf(id: string | undefined): string | undefined {
    return [...this.#machines].find(([, machine]) => machine.id === id)?.[0];
  }
}

/** Every set of keys to group by, in the order of the keys. */
function everyGrouping(): Grouping[][] {
  return Array.from({ length: 2 ** GROUPINGS.length }, (_, bits) =>
    GROUPINGS.filter((_key, index) => (bits >> index) % 2 === 1),
  );
}

testOnEach("random histories end as the rules say", async (store, _t, options) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), fleetQuery, async (steps, asked) => {
      await emptied(options);
      const reader = openReader(options.database);
      try {
        const history = new History(store, reader);
        await history.start();
        for (const each of steps) await history.take(each);
        await history.compare(asked);
      } finally {
        await reader.close();
      }
    }),
    // A server takes longer for the same.
    { numRuns: options.sqlite === undefined ? numRuns / 3 : numRuns },
  );
});
