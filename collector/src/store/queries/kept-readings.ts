import { sql } from "kysely";
import { DAY_MS } from "../../../../src/base/durations.ts";
import { serverOf } from "./history.ts";
import type { Reading } from "./reading.ts";

/** The most readings that are kept, of the accounts that were asked for last: 12 MB. A busy account has 4,000 in two weeks. */
const MOST = 500_000;
/** Of an account that is kept from this much earlier than asked for, what is asked for is read again. */
const SPARE_MS = 32 * DAY_MS;
/** Stands for an instant that is not known. */
const NEVER = -1;

/** The readings of one limit with a figure, oldest first. */
export interface LimitReadings {
  readonly kind: string;
  readonly group: string;
  readonly model: string;
  readonly at: number[];
  readonly percent: number[];
  /** -1 where it is not known. */
  readonly resetsAt: number[];
}

/** How many rows an account has from a time on, and the ids of the first and the last. Rows are added and removed, never changed. */
interface Mark {
  readonly count: number;
  readonly first: number;
  readonly last: number;
}

interface Account extends Mark {
  readonly server: string;
  /** Epoch milliseconds. */
  readonly since: number;
  readonly limits: Map<string, LimitReadings>;
}

const NONE: Mark = { count: 0, first: 0, last: 0 };

/** The readings of accounts' limits in memory. Only those are read that were added since the last time. */
export class KeptReadings {
  readonly #accounts = new Map<string, Account>();

  /** @returns by account, those of a time on, and some from before it */
  async of(
    reading: Reading,
    accounts: readonly string[],
    from: number,
  ): Promise<ReadonlyMap<string, readonly LimitReadings[]>> {
    if (accounts.length === 0) return new Map();
    const server = await serverOf(reading);
    const asked = Math.floor(from / DAY_MS) * DAY_MS;
    const starts = new Map<number, string[]>();
    for (const account of new Set(accounts)) {
      const since = this.#startOf(account, server, asked);
      starts.set(since, [...(starts.get(since) ?? []), account]);
    }
    const answer = new Map<string, readonly LimitReadings[]>();
    for (const [since, own] of starts) {
      const marks = await marksOf(reading, own, since);
      for (const account of own) {
        const mark = marks.get(account) ?? NONE;
        const known = this.#accounts.get(account);
        const isSame = known?.server === server && known.since === since;
        const kept = await broughtTo(reading, account, mark, since, isSame ? known : undefined);
        this.#accounts.delete(account);
        this.#accounts.set(account, { ...kept, server, since });
        answer.set(account, [...kept.limits.values()]);
      }
    }
    this.#forget();
    return answer;
  }

  /** From when on to read an account: a page asks for two ranges, and the longer one has all that the other needs. */
  #startOf(account: string, server: string, asked: number): number {
    const known = this.#accounts.get(account);
    if (known?.server !== server || known.since > asked || known.since < asked - SPARE_MS) return asked;
    return known.since;
  }

  #forget(): void {
    let left = 0;
    for (const { count } of this.#accounts.values()) left += count;
    for (const [oldest, { count }] of this.#accounts) {
      if (left <= MOST) return;
      this.#accounts.delete(oldest);
      left -= count;
    }
  }
}

type Rows = Pick<Account, keyof Mark | "limits">;

async function broughtTo(
  reading: Reading,
  account: string,
  mark: Mark,
  since: number,
  known: Rows | undefined,
): Promise<Rows> {
  if (known !== undefined && known.first === mark.first) {
    if (known.count === mark.count && known.last === mark.last) return known;
    const limits = new Map(known.limits);
    const added = await read(reading, account, { since, after: known.last }, limits);
    // One that was added late would be missing, and one that has gone would still be there.
    if (known.count + added === mark.count) return { ...mark, limits };
  }
  const limits = new Map<string, LimitReadings>();
  await read(reading, account, { since, after: 0 }, limits);
  return { ...mark, limits };
}

async function marksOf(
  { db }: Reading,
  accounts: readonly string[],
  since: number,
): Promise<ReadonlyMap<string, Mark>> {
  const { rows } = await sql<
    Mark & { readonly account: string }
  >`select account, count(*) as count, min(id) as first,
      max(id) as last from limit_history
    where account in (${sql.join(accounts)}) and machine = 0 and fetched_at >= ${since} group by account`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.account, row]));
}

/** Adds readings to those of their limits. @returns how many rows there were */
async function read(
  reading: Reading,
  account: string,
  { since, after }: { readonly since: number; readonly after: number },
  limits: Map<string, LimitReadings>,
): Promise<number> {
  const columns =
    await reading.columns(sql`select kind, limit_group, model, coalesce(percent, ${sql.lit(NEVER)}) as percent,
      coalesce(resets_at, ${sql.lit(NEVER)}) as resets_at, fetched_at from limit_history
    where account = ${account} and machine = 0 and fetched_at >= ${since} and id > ${after} order by fetched_at, id`);
  const text = (name: string) => {
    const { names, places } = columns.texts(name);
    return (at: number) => names[places[at] ?? 0] ?? "";
  };
  const [kind, group, model] = [text("kind"), text("limit_group"), text("model")];
  const [percent, resetsAt, fetchedAt] = ["percent", "resets_at", "fetched_at"].map((name) =>
    columns.numbers(name),
  );
  const fresh = new Set<string>();
  for (let at = 0; at < columns.length; at++) {
    if (percent?.[at] === NEVER) continue;
    const limit = { kind: kind(at), group: group(at), model: model(at) };
    const name = [limit.kind, limit.group, limit.model].join("\0");
    let own = limits.get(name) ?? { ...limit, at: [], percent: [], resetsAt: [] };
    // Of what is kept, a copy: a moment that fails leaves it as it was.
    if (!fresh.has(name))
      own = { ...limit, at: [...own.at], percent: [...own.percent], resetsAt: [...own.resetsAt] };
    fresh.add(name);
    limits.set(name, own);
    own.at.push(fetchedAt?.[at] ?? 0);
    own.percent.push(percent?.[at] ?? 0);
    own.resetsAt.push(resetsAt?.[at] ?? NEVER);
  }
  return columns.length;
}
