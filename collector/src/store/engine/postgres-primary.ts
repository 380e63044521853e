import { setTimeout as sleep } from "node:timers/promises";
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
    if (newest === undefined) throw reasonOf(await all);
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

/** That there are only standbys says more than that another host is silent. */
function reasonOf(asked: readonly PromiseSettledResult<void>[]): unknown {
  const reasons = asked.flatMap((each) => (each.status === "rejected" ? [each.reason as unknown] : []));
  return reasons.find((reason) => reason instanceof StoreUnavailable) ?? reasons[0];
}
