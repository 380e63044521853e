import { setTimeout as sleep } from "node:timers/promises";
import { postgresTrouble } from "./postgres-errors.ts";
import type { PostgresHost } from "./postgres-host.ts";
import { closeNow } from "./postgres-pool.ts";
import { requirePrimary } from "./postgres-server.ts";
import { StoreUnavailable } from "./unavailable.ts";

/** How long other hosts may take to answer once one said that it is the primary, in milliseconds. */
const GRACE_MS = 300;

interface Found {
  readonly host: PostgresHost;
  readonly timeline: string;
}

/** Which of the hosts is the primary. */
export class Primary {
  readonly #hosts: readonly PostgresHost[];
  #finding: Promise<PostgresHost> | undefined;
  #host: PostgresHost;
  #isCertain = false;

  constructor(hosts: readonly [PostgresHost, ...PostgresHost[]]) {
    this.#hosts = hosts;
    [this.#host] = hosts;
  }

  get host(): PostgresHost {
    return this.#host;
  }

  /** Something went wrong there: the next caller asks all hosts again. */
  doubt(): void {
    this.#isCertain = false;
  }

  /** Asks all hosts, unless it is certain which one is the primary. */
  async known(): Promise<PostgresHost> {
    return this.#isCertain ? this.#host : this.find();
  }

  /** Asks all hosts at once, so that one that is silent costs no time. Rejects if none is the primary. */
  find(): Promise<PostgresHost> {
    this.#finding ??= this.#find().finally(() => {
      this.#finding = undefined;
    });
    return this.#finding;
  }

  async #find(): Promise<PostgresHost> {
    const found: Found[] = [];
    const asked = this.#hosts.map(async (host) => {
      found.push({ host, timeline: await timelineOf(host) });
    });
    const all = Promise.allSettled(asked);
    await Promise.race([all, Promise.any(asked).then(() => sleep(GRACE_MS))]).catch(() => all);
    // A primary that does not know yet that another one was promoted has an older timeline.
    const [newest] = found.sort((a, b) => (a.timeline < b.timeline ? 1 : -1));
    if (newest === undefined) throw failureOf(this.#hosts, await all);
    this.#host = newest.host;
    this.#isCertain = true;
    return newest.host;
  }
}

async function timelineOf(host: PostgresHost): Promise<string> {
  const client = await host.connect();
  try {
    return await requirePrimary(client);
  } finally {
    closeNow(client);
  }
}

/** What each host said, where none is the primary. */
export class NoPrimary extends Error {
  override readonly name = "NoPrimary";
  readonly answers: readonly { readonly host: string; readonly error: unknown }[];

  constructor(answers: NoPrimary["answers"]) {
    super("none of the hosts is the primary", { cause: answers[0]?.error });
    this.answers = answers;
  }
}

/** That there are only standbys says more than that another host is silent. A bug says the most. */
function failureOf(hosts: readonly PostgresHost[], asked: readonly PromiseSettledResult<void>[]): unknown {
  const errors = asked.map((each) => (each.status === "rejected" ? postgresTrouble(each.reason) : undefined));
  const troubles = errors.filter((error) => error instanceof StoreUnavailable);
  const [first] = troubles;
  if (first === undefined || troubles.length < errors.length || hosts.length === 1)
    return errors.find((error) => !(error instanceof StoreUnavailable)) ?? first;
  const isStandby = troubles.some(({ trouble }) => trouble === "read_only");
  const answers = hosts.map(({ name }, at) => ({ host: name, error: errors[at] }));
  return new StoreUnavailable(isStandby ? "read_only" : first.trouble, new NoPrimary(answers));
}
