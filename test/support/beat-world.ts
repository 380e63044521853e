import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { TestContext } from "node:test";
import type { Fetch, Log } from "../../src/base/edges.ts";
import { type BeatOptions, type BeatResult, runBeat } from "../../src/beat/index.ts";
import { USAGE_URL } from "../../src/limits/fetch.ts";
import type { Config } from "../../src/settings/config.ts";
import type { Delivery } from "../../src/state/disk/delivery-schema.ts";
import type { State } from "../../src/state/law/state.ts";
import { type Answering, type Collector, startCollector } from "./collector.ts";
import { credentialsText, makeHome, PUSH_TOKEN } from "./home.ts";
import { requestLine, writeTranscript } from "./transcript.ts";

export const BEAT_AT = "2026-11-20T17:00:00.000Z";
export const BASE_URL = "https://collector.example/team";

/** One request that was made with `fetch`. */
export interface Call {
  readonly url: string;
  readonly method: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface World {
  readonly home: string;
  readonly stateDir: string;
  readonly root: string;
  readonly config: Config;
  /** The vendor's server and the collector: real servers on this machine. */
  readonly vendor: Collector;
  readonly collector: Collector;
  readonly calls: readonly Call[];
  readonly fetch: Fetch;
  /** Every log line: `level message {fields}`. */
  readonly logged: string[];
  readonly log: Log;
  beat(options?: Partial<BeatOptions> & { at?: string }): Promise<BeatResult>;
  state(): Promise<State>;
  delivery(): Promise<Delivery>;
  write(name: string, lines: readonly string[], writtenAt?: string): void;
}

export const USAGE: Answering = {
  status: 200,
  body: JSON.stringify({ limits: [{ kind: "session", percent: 42, resets_at: "2026-11-20T19:00:00Z" }] }),
};

/**
 * A home with credentials, one request in a transcript and a push token, a vendor that answers, and a collector
 * that accepts every push. A request to any other host throws.
 */
export async function makeWorld(t: TestContext): Promise<World> {
  const home = await makeHome(t, {
    transcripts: { "project/first.jsonl": [requestLine({ at: "2026-11-20T16:00:00.000Z" })] },
    writtenAt: Date.parse(BEAT_AT),
    credentials: credentialsText(),
    pushToken: `${PUSH_TOKEN}\n`,
  });
  const { stateDir, transcripts: root } = home;

  const vendor = await startCollector(t, USAGE);
  const collector = await startCollector(t);
  const calls: Call[] = [];
  const fetch: Fetch = async (url, init) => {
    const headers = Object.fromEntries(new Headers(init.headers));
    calls.push({ url, method: init.method, headers, body: init.body ?? "" });
    const { host } = new URL(url);
    if (host === new URL(USAGE_URL).host) return vendor.fetch(url, init);
    if (host === new URL(BASE_URL).host) return collector.fetch(url, init);
    throw new Error(`a call to ${host}`);
  };
  const logged: string[] = [];
  const noting =
    (level: string) =>
    (fields: object, message: string): void => {
      logged.push(`${level} ${message} ${JSON.stringify(fields)}`);
    };
  const log: Log = {
    debug: noting("debug"),
    info: noting("info"),
    warn: noting("warn"),
    error: noting("error"),
  };
  const config: Config = {
    ...home.config,
    baseUrl: BASE_URL,
    label: "desk",
  };
  return {
    home: home.dir,
    stateDir,
    root,
    config,
    vendor,
    collector,
    calls,
    fetch,
    logged,
    log,
    beat: ({ at = BEAT_AT, ...options } = {}) =>
      runBeat({ config, env: home.env, fetch, now: Date.parse(at), log, ...options }),
    state: async () => JSON.parse(await readFile(join(stateDir, "state.json"), "utf8")) as State,
    delivery: async () => JSON.parse(await readFile(join(stateDir, "delivery.json"), "utf8")) as Delivery,
    write: (name, lines, writtenAt = BEAT_AT) => writeTranscript(join(root, name), lines, writtenAt),
  };
}

/** A world's settings without the collector. */
export function withoutPush({ config }: World): Config {
  const { baseUrl: _, ...rest } = config;
  return rest;
}
