// One test for each way the limits call can end (rules FETCH-1 to FETCH-14).
import assert from "node:assert/strict";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { inspect } from "node:util";
import { DETAILS, fetchLimits } from "../../src/limits/fetch.ts";
import { NOW } from "../support/fixtures.ts";
import { temporaryFolder } from "../support/folder.ts";
import { credentialsText } from "../support/home.ts";
import { callLimits, failed, fakeFetch, ITEM, systemError, USAGE, VERSION } from "../support/limits-call.ts";

/** With the real `readFile`. */
function callWithFile(credentialsPath: string) {
  const { fetch } = fakeFetch();
  return fetchLimits({ env: {}, credentialsPath, fetch, claudeCodeVersion: VERSION, now: NOW });
}

const withCredentials = (text: string) => callLimits({ readFile: () => text });
const thrownByFetch = (error: unknown) => callLimits({ fetch: () => Promise.reject(error) });
const named = (name: string) => Object.assign(new Error("some text"), { name });

/** A response with a status that `Response` itself rejects. */
function answeringStatus(status: unknown) {
  const response = Object.defineProperty(new Response(USAGE), "status", { value: status });
  return callLimits({ fetch: fakeFetch(() => response).fetch });
}

test("a good response: ok, with the time of the call and the items", async () => {
  assert.deepEqual(await callLimits(), {
    status: "ok",
    fetchedAt: "2026-11-20T17:00:00.000Z",
    items: [ITEM],
  });
});

test("limits turned off: disabled, without a detail", async () => {
  assert.deepEqual(await callLimits({ env: { AGENT_USAGE_LIMITS: "off" } }), failed("disabled"));
});

test("credentials file does not exist: no_credentials", async (t) => {
  const folder = await temporaryFolder(t);
  assert.deepEqual(await callWithFile(join(folder, "none.json")), failed("unavailable", "no_credentials"));
});

test("credentials file in a folder that does not exist: no_credentials", async (t) => {
  const folder = await temporaryFolder(t);
  const path = join(folder, "none", ".credentials.json");
  assert.deepEqual(await callWithFile(path), failed("unavailable", "no_credentials"));
});

test("credentials file is a folder: parse_error", async (t) => {
  const path = join(await temporaryFolder(t), ".credentials.json");
  await mkdir(path);
  assert.deepEqual(await callWithFile(path), failed("unavailable", "parse_error"));
});

test("credentials file is a link to itself: parse_error", async (t) => {
  const path = join(await temporaryFolder(t), ".credentials.json");
  await symlink(path, path);
  assert.deepEqual(await callWithFile(path), failed("unavailable", "parse_error"));
});

for (const code of ["EACCES", "EPERM", "EIO", "ENOTDIR", "EMFILE"]) {
  test(`credentials file unreadable with ${code}: parse_error`, async () => {
    const result = await callLimits({ readFile: () => Promise.reject(systemError(code)) });
    assert.deepEqual(result, failed("unavailable", "parse_error"));
  });
}

test("readFile throws instead of rejecting: parse_error", async () => {
  const readFile = () => {
    throw systemError("EACCES");
  };
  assert.deepEqual(await callLimits({ readFile }), failed("unavailable", "parse_error"));
});

test("credentials file is not valid JSON: parse_error", async () => {
  for (const text of ["", "{", "not json", "{'agentAiOauth':{}}", '{"agentAiOauth":{}},']) {
    assert.deepEqual(await withCredentials(text), failed("unavailable", "parse_error"), text);
  }
});

test("credentials file is half written: parse_error now, and ok once it is complete", async (t) => {
  const path = join(await temporaryFolder(t), ".credentials.json");
  const whole = credentialsText();
  await writeFile(path, whole.slice(0, whole.length / 2));
  assert.deepEqual(await callWithFile(path), failed("unavailable", "parse_error"));
  await writeFile(path, whole);
  assert.equal((await callWithFile(path)).status, "ok");
});

test("agentAiOauth missing: no_credentials", async () => {
  for (const text of ["{}", "null", "[]", '"text"', "7", '{"accessToken":"t"}', '{"claudeAiOauth":{}}']) {
    assert.deepEqual(await withCredentials(text), failed("unavailable", "no_credentials"), text);
  }
});

test("agentAiOauth not an object: no_credentials", async () => {
  for (const value of [null, "token", 1, true, [], [{ accessToken: "t" }]]) {
    const text = JSON.stringify({ agentAiOauth: value });
    assert.deepEqual(await withCredentials(text), failed("unavailable", "no_credentials"), text);
  }
});

test("accessToken not a non-empty string: no_credentials", async () => {
  for (const accessToken of [undefined, null, "", 0, 7, true, {}, ["t"]]) {
    const text = credentialsText({ accessToken });
    assert.deepEqual(await withCredentials(text), failed("unavailable", "no_credentials"), text);
  }
});

test("expiresAt not after now: token_expired, without a detail", async () => {
  assert.deepEqual(await withCredentials(credentialsText({ expiresAt: NOW })), failed("token_expired"));
});

test("no agent version available: no_version", async () => {
  assert.deepEqual(await callLimits({ claudeCodeVersion: null }), failed("unavailable", "no_version"));
});

for (const name of ["TimeoutError", "AbortError"]) {
  test(`request fails with a ${name}: timeout`, async () => {
    assert.deepEqual(await thrownByFetch(named(name)), failed("unavailable", "timeout"));
    assert.deepEqual(await thrownByFetch(new DOMException("x", name)), failed("unavailable", "timeout"));
  });
}

test("any other request failure: network", async () => {
  const errors = [new TypeError("fetch failed"), named("Error"), systemError("ECONNREFUSED")];
  for (const cause of [...errors, "TimeoutError", null, undefined, 7, Symbol("x"), {}, { name: 7 }]) {
    assert.deepEqual(await thrownByFetch(cause), failed("unavailable", "network"), inspect(cause));
  }
});

test("a fetch that throws instead of rejecting: network", async () => {
  const fetch = () => {
    throw new TypeError("Invalid URL");
  };
  assert.deepEqual(await callLimits({ fetch }), failed("unavailable", "network"));
});

test("HTTP status outside 200-299 and within 100-599: http_<status>", async () => {
  for (const status of [100, 101, 199, 300, 302, 304, 400, 401, 403, 404, 429, 500, 503, 599]) {
    assert.deepEqual(await answeringStatus(status), failed("http_error", `http_${status}`));
  }
});

test("HTTP status outside 100-599, or not an integer: http_error with bad_response", async () => {
  for (const status of [0, 99, 600, 999, -1, 404.5, 200.5, Number.NaN, Infinity, "200", null, undefined]) {
    assert.deepEqual(await answeringStatus(status), failed("http_error", "bad_response"), String(status));
  }
});

test("an error response, whose status is 0: http_error with bad_response", async () => {
  const { fetch } = fakeFetch(() => Response.error());
  assert.deepEqual(await callLimits({ fetch }), failed("http_error", "bad_response"));
});

test("every status from 200 to 299 with items is ok", async () => {
  for (const status of [200, 201, 202, 206, 299]) assert.equal((await answeringStatus(status)).status, "ok");
});

test("the fixed details are the six of rule LIMITS-2, in a frozen array", () => {
  const six = ["no_credentials", "parse_error", "no_version", "timeout", "network", "bad_response"];
  assert.deepEqual(DETAILS, six);
  assert.ok(Object.isFrozen(DETAILS));
});
