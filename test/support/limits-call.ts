import assert from "node:assert/strict";
import type { Fetch } from "../../src/base/edges.ts";
import type { LimitsResult } from "../../src/contract/index.ts";
import { DETAILS, type FetchLimitsOptions, fetchLimits } from "../../src/limits/fetch.ts";
import { NOW } from "./fixtures.ts";
import { credentialsText } from "./home.ts";

export const VERSION = "2.1.90";

/** A usage response in the current format, and its item. */
export const USAGE = JSON.stringify({ limits: [{ kind: "session", percent: 42 }] });
export const ITEM = { kind: "session", group: "session", percent: 42, resetsAt: null, model: null };

export interface Call {
  readonly input: Parameters<Fetch>[0];
  readonly init: Parameters<Fetch>[1];
}

/** A `fetch` that returns the given answer and records its calls. */
export function fakeFetch(answer: (call: Call) => Response | Promise<Response> = () => new Response(USAGE)) {
  const calls: Call[] = [];
  const fetch: Fetch = async (input, init) => {
    calls.push({ input, init });
    return answer({ input, init });
  };
  return { fetch, calls };
}

/** Calls `fetchLimits` with working defaults; reads no file, no environment variable and no network. */
export function callLimits(options: FetchLimitsOptions = {}): Promise<LimitsResult> {
  return fetchLimits({
    env: {},
    credentialsPath: "/nowhere/.credentials.json",
    readFile: () => credentialsText(),
    fetch: fakeFetch().fetch,
    claudeCodeVersion: VERSION,
    now: NOW,
    ...options,
  });
}

/** A failed result with this status and detail. */
export function failed(status: LimitsResult["status"], detail?: string): LimitsResult {
  return { status, ...(detail !== undefined && { detail }), fetchedAt: null, items: [] };
}

/** A system error as a file operation throws it. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: some text, '/home/someone'`), { code });
}

const WITHOUT_DETAIL: readonly string[] = ["ok", "disabled", "token_expired"];

/** Fails unless the result obeys rules LIMITS-1 to LIMITS-4. */
export function assertKeepsPromises({ status, detail, fetchedAt, items, ...rest }: LimitsResult): void {
  assert.deepEqual(rest, {});
  if (WITHOUT_DETAIL.includes(status)) assert.equal(detail, undefined);
  else if (status === "unavailable") assert.ok((DETAILS as readonly unknown[]).includes(detail), detail);
  else assert.match(detail ?? "none", /^(?:bad_response|http_[1-5]\d\d)$/);
  if (status === "ok") {
    assert.equal(fetchedAt, new Date(NOW).toISOString());
    assert.ok(items.length >= 1 && items.length <= 12);
  } else {
    assert.equal(fetchedAt, null);
    assert.deepEqual(items, []);
  }
}
