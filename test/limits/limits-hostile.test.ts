// Rule LIMITS-5: whatever an injected function throws, `fetchLimits` does not reject.
import assert from "node:assert/strict";
import { syncBuiltinESMExports } from "node:module";
import os from "node:os";
import { type TestContext, test } from "node:test";
import { fetchLimits } from "../../src/limits/fetch.ts";
import { assertKeepsPromises, callLimits, failed, fakeFetch, VERSION } from "../support/limits-call.ts";

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}

function throwingOn(key: string): Error {
  const get = () => {
    throw new Error("a getter that throws");
  };
  return Object.defineProperty(new Error("x"), key, { get });
}

test("fetch rejects with an error whose name cannot be read: network", async () => {
  const fetch = () => Promise.reject(throwingOn("name"));
  assert.deepEqual(await callLimits({ fetch }), failed("unavailable", "network"));
});

test("fetch rejects with a revoked proxy: network", async () => {
  assert.deepEqual(
    await callLimits({ fetch: () => Promise.reject(revoked()) }),
    failed("unavailable", "network"),
  );
});

test("readFile rejects with an error whose code cannot be read: parse_error", async () => {
  const readFile = () => Promise.reject(throwingOn("code"));
  assert.deepEqual(await callLimits({ readFile }), failed("unavailable", "parse_error"));
});

test("readFile rejects with a revoked proxy: parse_error", async () => {
  const readFile = () => Promise.reject(revoked());
  assert.deepEqual(await callLimits({ readFile }), failed("unavailable", "parse_error"));
});

/** A user who is not in the system's list of users, and has no HOME, has no home folder. */
function withoutHome(t: TestContext): void {
  t.mock.method(os, "homedir", () => {
    throw Object.assign(new Error("uv_os_homedir returned ENOENT"), { code: "ERR_SYSTEM_ERROR" });
  });
  syncBuiltinESMExports();
  t.after(() => {
    t.mock.restoreAll();
    syncBuiltinESMExports();
  });
}

test("a user without a home folder and without a credentialsPath gets a result, not a rejection", async (t) => {
  withoutHome(t);
  const { fetch, calls } = fakeFetch();
  const result = await fetchLimits({ env: {}, fetch, claudeCodeVersion: VERSION });
  assertKeepsPromises(result);
  assert.equal(result.status, "unavailable");
  assert.equal(calls.length, 0);
});

test("a user without a home folder who turned limits off gets the status disabled", async (t) => {
  withoutHome(t);
  assert.deepEqual(await fetchLimits({ env: { AGENT_USAGE_LIMITS: "off" } }), failed("disabled"));
});
