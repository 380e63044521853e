// The order of the steps (rules FETCH-1 to FETCH-9): which steps are skipped, and which check wins if two apply.
import assert from "node:assert/strict";
import { test } from "node:test";
import { type FetchLimitsOptions, fetchLimits } from "../../src/limits/fetch.ts";
import { NOW } from "../support/fixtures.ts";
import { credentialsText } from "../support/home.ts";
import { callLimits, failed, fakeFetch, systemError, USAGE } from "../support/limits-call.ts";

/** A call, and how often it used each injected function. */
async function watched(options: FetchLimitsOptions = {}) {
  const { fetch, calls } = fakeFetch(() => new Response(USAGE));
  const inner = options.readFile ?? (() => credentialsText());
  const read: string[] = [];
  const readFile = (path: string) => {
    read.push(path);
    return inner(path);
  };
  const result = await callLimits({ fetch, ...options, readFile });
  return { result, reads: read.length, calls: calls.length, path: read[0] };
}

const withExpiry = (expiresAt: unknown) => watched({ readFile: () => credentialsText({ expiresAt }) });
const missing = () => Promise.reject(systemError("ENOENT"));
const OFF = { AGENT_USAGE_LIMITS: "off" };

test("1: if limits are turned off, no file is read and no call is made", async () => {
  assert.deepEqual(await watched({ env: OFF }), {
    result: failed("disabled"),
    reads: 0,
    calls: 0,
    path: undefined,
  });
});

test("1: the value is trimmed and lowercased before it is compared with off", async () => {
  for (const value of ["off", "OFF", "Off", " off ", "\toFf\r\n"]) {
    const { result, reads } = await watched({ env: { AGENT_USAGE_LIMITS: value } });
    assert.deepEqual([result.status, reads], ["disabled", 0], JSON.stringify(value));
  }
});

test("1: only off turns the limits off", async () => {
  for (const value of [undefined, "", " ", "0", "no", "false", "on", "offf", "o ff", "off,", "disabled"]) {
    const { result } = await watched({ env: { AGENT_USAGE_LIMITS: value } });
    assert.equal(result.status, "ok", JSON.stringify(value));
  }
});

test("1 before 2, 3 and 4: off wins over missing credentials, an expired token and no version", async () => {
  const result = await callLimits({ env: OFF, readFile: missing, claudeCodeVersion: null });
  assert.deepEqual(result, failed("disabled"));
  const readFile = () => credentialsText({ expiresAt: 0 });
  assert.deepEqual(await callLimits({ env: OFF, readFile }), failed("disabled"));
});

test("2: the credentials file is read once, at the path that was given", async () => {
  const { reads, path } = await watched({ credentialsPath: "/some/where.json" });
  assert.deepEqual([reads, path], [1, "/some/where.json"]);
});

test("2: without usable credentials no call is made", async () => {
  for (const readFile of [missing, () => "{", () => "{}", () => credentialsText({ accessToken: "" })]) {
    assert.equal((await watched({ readFile })).calls, 0);
  }
});

test("2 before 3: a file without a token is no_credentials, even if it has expired", async () => {
  const readFile = () => credentialsText({ accessToken: "", expiresAt: 0 });
  assert.deepEqual(await callLimits({ readFile }), failed("unavailable", "no_credentials"));
});

test("2 before 4: missing or broken credentials win over no version", async () => {
  const claudeCodeVersion = null;
  const none = await callLimits({ readFile: missing, claudeCodeVersion });
  assert.deepEqual(none, failed("unavailable", "no_credentials"));
  const broken = await callLimits({ readFile: () => "{", claudeCodeVersion });
  assert.deepEqual(broken, failed("unavailable", "parse_error"));
});

test("3: a token that expired makes no call", async () => {
  for (const expiresAt of [NOW, NOW - 1, NOW - 0.5, 0, -1]) {
    const { result, calls } = await withExpiry(expiresAt);
    assert.deepEqual([result, calls], [failed("token_expired"), 0], String(expiresAt));
  }
});

test("3: a token that expires a millisecond after now is used", async () => {
  for (const expiresAt of [NOW + 1, NOW + 0.5, NOW * 2]) {
    const { result, calls } = await withExpiry(expiresAt);
    assert.deepEqual([result.status, calls], ["ok", 1], String(expiresAt));
  }
});

test("3: without a numeric expiresAt the call proceeds and the server decides", async () => {
  for (const expiresAt of [undefined, null, "", "0", "2020-01-01T00:00:00Z", false, {}, [0]]) {
    const { result, calls } = await withExpiry(expiresAt);
    assert.deepEqual([result.status, calls], ["ok", 1], JSON.stringify(expiresAt));
  }
});

test("3: an expiresAt that is not a finite number is ignored", async () => {
  const readFile = () => '{"agentAiOauth":{"accessToken":"t","expiresAt":-1e999}}';
  assert.deepEqual((await watched({ readFile })).calls, 1);
});

test("3 before 4: an expired token wins over no version", async () => {
  const readFile = () => credentialsText({ expiresAt: NOW });
  assert.deepEqual(await callLimits({ readFile, claudeCodeVersion: null }), failed("token_expired"));
});

test("4: without a version no call is made", async () => {
  for (const claudeCodeVersion of [null, ""]) {
    const { result, reads, calls } = await watched({ claudeCodeVersion });
    assert.deepEqual([result, reads, calls], [failed("unavailable", "no_version"), 1, 0]);
  }
});

test("4: the version has no default", async () => {
  const { fetch, calls } = fakeFetch();

  const result = await fetchLimits({
    env: {},
    credentialsPath: "/x",
    readFile: () => credentialsText(),
    fetch,
  });
  assert.deepEqual([result, calls.length], [failed("unavailable", "no_version"), 0]);
});

test("6 before 8: an error status wins over a body that holds items", async () => {
  const { fetch } = fakeFetch(() => new Response(USAGE, { status: 500 }));
  assert.deepEqual(await callLimits({ fetch }), failed("http_error", "http_500"));
});

test("6 before 7: an error status wins over a body that is too large", async () => {
  const { fetch } = fakeFetch(() => new Response(" ".repeat(300_000), { status: 429 }));
  assert.deepEqual(await callLimits({ fetch }), failed("http_error", "http_429"));
});

test("8 before 9: a response without items is bad_response, not an empty ok", async () => {
  for (const body of ["", "null", "[]", "{}", '{"limits":[]}', "<html>", '{"limits":[{"kind":""}]}']) {
    const { fetch } = fakeFetch(() => new Response(body));
    assert.deepEqual(await callLimits({ fetch }), failed("unavailable", "bad_response"), body);
  }
});

test("8: a response without a body is bad_response", async () => {
  const { fetch } = fakeFetch(() => new Response(null, { status: 204 }));
  assert.deepEqual(await callLimits({ fetch }), failed("unavailable", "bad_response"));
});

test("9: fetchedAt is now as an ISO string", async () => {
  assert.equal((await callLimits({ now: 0 })).fetchedAt, "1970-01-01T00:00:00.000Z");
});
