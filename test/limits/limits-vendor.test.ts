// The other vendor's build differs only in the vendor's names (rules VENDOR-2, VENDOR-3).
import assert from "node:assert/strict";
import { test } from "node:test";
import { runChild } from "../support/child.ts";

const program = `
  const { fetchLimits, USAGE_URL } = await load("src/limits/fetch.ts");
  const asked = [];
  const fetch = async (url, { headers }) => {
    asked.push({ url, headers });
    return new Response('{"limits":[{"kind":"session"}]}');
  };
  const call = (key) => fetchLimits({
    env: {}, credentialsPath: "/x", claudeCodeVersion: "2.1.90", fetch,
    readFile: () => JSON.stringify({ [key]: { accessToken: "t" } }),
  });
  const statuses = [];
  for (const key of ["agentAiOauth", "claudeAiOauth"]) statuses.push((await call(key)).status);
  console.log(JSON.stringify({ USAGE_URL, statuses, asked }));
`;

test("the default build uses the names of rule VENDOR-2", async () => {
  const url = "https://api.agent.example/api/oauth/usage";
  const headers = {
    Authorization: "Bearer t",
    "vendor-beta": "oauth-2025-04-20",
    "User-Agent": "agent-code/2.1.90",
    Accept: "application/json",
  };
  const wanted = { USAGE_URL: url, statuses: ["ok", "unavailable"], asked: [{ url, headers }] };
  assert.deepEqual(await runChild(program), wanted);
});

test("the condition claude-code selects the other vendor's names", async () => {
  const url = "https://api.anthropic.com/api/oauth/usage";
  const headers = {
    Authorization: "Bearer t",
    "anthropic-beta": "oauth-2025-04-20",
    "User-Agent": "claude-code/2.1.90",
    Accept: "application/json",
  };
  const wanted = { USAGE_URL: url, statuses: ["unavailable", "ok"], asked: [{ url, headers }] };
  assert.deepEqual(await runChild(program, { conditions: ["claude-code"] }), wanted);
});
