// How long pages take to be made from a fleet of the benchmark, whose days that are over are packed as a collector packs them.
import type { Store } from "../../collector/src/store/index.ts";
import { TODAY } from "./fleet.ts";

/** Its types are checked with other settings than those of the benchmarks. */
const WEB = new URL("../../collector/src/web/index.ts", import.meta.url).href;
const DAY_MS = 86_400_000;
const TIMES = 8;
const PAGES = ["/", "/machines", "/limits"] as const;
const QUERIES = [{ range: "7d" }, { range: "30d", by: "machine" }];

interface Web {
  readonly makePage: (
    store: Store,
    asked: ReturnType<typeof askedFor>,
  ) => Promise<{ readonly status: number }>;
}

export interface PageTimes {
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
}

/** Makes each page some times; the first time, which reads what is kept in memory later, counts too. */
export async function measureMaking(store: Store): Promise<PageTimes> {
  const yesterday = new Date(TODAY - DAY_MS).toISOString().slice(0, 10);
  while (await store.pack(yesterday));
  const { makePage } = (await import(WEB)) as Web;
  const times: number[] = [];
  for (const route of PAGES)
    for (const query of QUERIES)
      for (let n = 0; n < TIMES; n++) {
        const start = performance.now();
        const { status } = await makePage(store, askedFor(route, query));
        if (status !== 200) throw new Error(`${route}: ${status}`);
        times.push(performance.now() - start);
      }
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0);
  return { p50: at(0.5), p95: at(0.95) };
}

function askedFor(route: string, query: Readonly<Record<string, string>>) {
  const now = TODAY + DAY_MS / 2;
  return {
    kind: "page",
    route,
    path: route,
    format: undefined,
    params: {},
    query: route === "/limits" ? { range: query["range"] } : query,
    visitor: { kind: "person", role: "admin", name: "bench", session: null },
    actor: { who: "bench", from: null, at: now },
    browser: null,
    now,
    isZipped: true,
    asker: "bench",
  } as const;
}
