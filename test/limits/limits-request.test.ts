// The one request (rules FETCH-5, FETCH-15, SAFETY-2, SAFETY-4).
import assert from "node:assert/strict";
import net from "node:net";
import { test } from "node:test";
import { fetchLimits, LIMITS_TIMEOUT_MS, OAUTH_BETA, USAGE_URL } from "../../src/limits/fetch.ts";
import { ACCESS_TOKEN, credentialsText, REFRESH_TOKEN } from "../support/home.ts";
import { callLimits, failed, fakeFetch, ITEM, USAGE, VERSION } from "../support/limits-call.ts";

/** An environment in which all variables but one have the same value. It records the names that were read. */
function spiedEnv(value: string | undefined) {
  const asked = new Set<string>();
  const note = (key: string | symbol) => {
    asked.add(String(key));
    return key === "AGENT_USAGE_LIMITS" ? undefined : value;
  };
  const env = new Proxy<Record<string, string | undefined>>(
    {},
    {
      get: (_target, key) => note(key),
      has: (_target, key) => note(key) !== undefined,
      ownKeys: () => {
        asked.add("all of them");
        return [];
      },
      getOwnPropertyDescriptor: (_target, key) => {
        note(key);
        return undefined;
      },
    },
  );
  return { env, asked };
}

test("the URL, the beta header and the timeout are constants", () => {
  assert.equal(USAGE_URL, "https://api.agent.example/api/oauth/usage");
  assert.equal(OAUTH_BETA, "oauth-2025-04-20");
  assert.equal(LIMITS_TIMEOUT_MS, 10_000);
});

test("the request is a GET of the URL with exactly four headers and no body, and redirects are refused", async () => {
  const { fetch, calls } = fakeFetch();
  await callLimits({ fetch });
  const [call] = calls;
  assert.ok(call);
  const { headers, signal, ...rest } = call.init;
  assert.equal(call.input, "https://api.agent.example/api/oauth/usage");
  assert.deepEqual(headers, {
    Authorization: `Bearer ${ACCESS_TOKEN}`,
    "vendor-beta": "oauth-2025-04-20",
    "User-Agent": `agent-code/${VERSION}`,
    Accept: "application/json",
  });
  assert.ok(signal instanceof AbortSignal);
  assert.deepEqual(rest, { method: "GET", redirect: "error" });
});

test("the User-Agent carries the version as it was given", async () => {
  const { fetch, calls } = fakeFetch();
  await callLimits({ fetch, claudeCodeVersion: "10.0.0-beta.1" });
  assert.equal(new Headers(calls[0]?.init.headers).get("user-agent"), "agent-code/10.0.0-beta.1");
});

test("exactly one call is made, whatever its result: no retry", async () => {
  const answers: (() => Response | Promise<Response>)[] = [
    () => new Response(USAGE),
    () => new Response(null, { status: 401 }),
    () => new Response(null, { status: 429, headers: { "retry-after": "0" } }),
    () => new Response(null, { status: 503 }),
    () => new Response("{"),
    () => new Response(" ".repeat(262_145)),
    () => Promise.reject(new TypeError("fetch failed")),
    () => Promise.reject(new DOMException("x", "TimeoutError")),
  ];
  for (const answer of answers) {
    const { fetch, calls } = fakeFetch(answer);
    await callLimits({ fetch });
    assert.equal(calls.length, 1);
  }
});

test("AGENT_USAGE_LIMITS is the only environment variable that is read", async () => {
  const { env, asked } = spiedEnv(undefined);
  assert.equal((await callLimits({ env })).status, "ok");
  assert.deepEqual([...asked], ["AGENT_USAGE_LIMITS"]);
});

test("without an environment, only AGENT_USAGE_LIMITS is read from the process's", async (t) => {
  const { env, asked } = spiedEnv(undefined);
  const before = process.env;
  t.after(() => {
    process.env = before;
  });
  process.env = env;
  const readFile = () => credentialsText();
  const { fetch } = fakeFetch();
  const result = await fetchLimits({ credentialsPath: "/x", readFile, fetch, claudeCodeVersion: VERSION });
  process.env = before;
  assert.equal(result.status, "ok");
  assert.deepEqual([...asked], ["AGENT_USAGE_LIMITS"]);
});

test("no environment variable changes the URL", async () => {
  const { env } = spiedEnv("https://elsewhere.example/");
  const { fetch, calls } = fakeFetch();
  await callLimits({ env, fetch });
  assert.deepEqual(
    calls.map(({ input }) => input),
    [USAGE_URL],
  );
});

test("with an injected fetch nothing else uses the network", async (t) => {
  const connect = t.mock.method(net.Socket.prototype, "connect");
  const globalFetch = t.mock.method(globalThis, "fetch");
  assert.equal((await callLimits()).status, "ok");
  assert.equal(connect.mock.callCount() + globalFetch.mock.callCount(), 0);
});

test("without an injected fetch the global one is called once", async (t) => {
  const { fetch, calls } = fakeFetch();
  t.mock.method(globalThis, "fetch", fetch);
  const readFile = () => credentialsText();
  const result = await fetchLimits({ env: {}, credentialsPath: "/x", readFile, claudeCodeVersion: VERSION });
  assert.deepEqual(result.items, [ITEM]);
  assert.deepEqual(
    calls.map(({ input }) => input),
    [USAGE_URL],
  );
});

test("the token is in the Authorization header and in no other part of the request", async () => {
  const { fetch, calls } = fakeFetch();
  await callLimits({ fetch });
  const headers = new Headers(calls[0]?.init.headers);
  headers.delete("authorization");
  const rest = JSON.stringify([calls[0]?.input, { ...calls[0]?.init, headers: [...headers] }]);
  assert.doesNotMatch(rest, new RegExp(`${ACCESS_TOKEN}|${REFRESH_TOKEN}`));
});

test("a response that repeats the token in a value of an item is bad_response", async () => {
  const at = "2026-11-20T17:00:00.000Z";
  const item = { kind: "session", group: "session", severity: "normal", resets_at: at };
  for (const entry of [
    { ...item, kind: ACCESS_TOKEN },
    { ...item, group: `Bearer ${ACCESS_TOKEN}` },
    { ...item, severity: `${ACCESS_TOKEN}!` },
    { ...item, scope: { model: { display_name: ACCESS_TOKEN } } },
    // Cut at 128 units, most of the token is still there.
    { ...item, kind: `${"x".repeat(110)}${ACCESS_TOKEN}` },
  ]) {
    const { fetch } = fakeFetch(() => new Response(JSON.stringify({ limits: [item, entry] })));
    assert.deepEqual(await callLimits({ fetch }), failed("unavailable", "bad_response"));
  }
});

test("a token short enough to be a normal word may appear in the response", async () => {
  const readFile = () => credentialsText({ accessToken: "sess" });
  const { fetch } = fakeFetch();
  assert.deepEqual((await callLimits({ fetch, readFile })).items, [ITEM]);
});

test("the token is not in the result, even if the server or the error repeats it", async () => {
  const echoes: (() => Response | Promise<Response>)[] = [
    () => new Response(ACCESS_TOKEN),
    () => new Response(ACCESS_TOKEN, { status: 401, statusText: ACCESS_TOKEN }),
    () => new Response(JSON.stringify({ limits: [{ kind: "session", token: ACCESS_TOKEN }] })),
    () => Promise.reject(new TypeError(ACCESS_TOKEN, { cause: new Error(ACCESS_TOKEN) })),
    () => Promise.reject(Object.assign(new Error(ACCESS_TOKEN), { name: ACCESS_TOKEN, code: ACCESS_TOKEN })),
  ];
  for (const echo of echoes) {
    const result = await callLimits({ fetch: fakeFetch(echo).fetch });
    assert.doesNotMatch(JSON.stringify(result), new RegExp(ACCESS_TOKEN));
  }
});
