// What /metrics prints, as Prometheus' own tool reads it. Skipped where promtool (Debian's package `prometheus`) is missing.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { runCollector } from "../../test/support/collector-program.ts";
import { SNAPSHOT } from "../../test/support/collector-snapshot.ts";
import { joined } from "../../test/support/joined.ts";

const found = spawnSync("promtool", ["--version"]).status === 0;

test("promtool finds nothing wrong with the metrics, whatever machines call their models", {
  skip: found ? false : "promtool is not installed",
}, async (t) => {
  const collector = await runCollector(t);
  const token = await joined(collector);
  const counts = { requests: 1, inputTokens: 2 ** 53 - 1, outputTokens: 3 };
  const names = ["plain", 'a"b', "c\\d", "e\nf", "g} 1", "\u202e h", '{i="j"}'];
  const models = names.map((model) => ({ model, ...counts, cacheCreationTokens: 4, cacheReadTokens: 5 }));
  const days = [{ day: "2026-11-01", state: "frozen", models }];
  const items = names.map((model) => ({ kind: 'w"\\\n', group: "g", percent: 12, resetsAt: null, model }));
  const { limits, usage } = SNAPSHOT;
  const body = { ...SNAPSHOT, limits: { ...limits, items }, usage: { ...usage, days } };
  assert.equal((await collector.send("POST", "/agent-usage", { token, body })).status, 204);
  const key = await collector.command("key", "create", "--name", "prometheus", "--metrics");
  const metrics = await collector.send("GET", "/metrics", { token: key.stdout.trim() });
  assert.match(String(metrics.headers["content-type"]), /^text\/plain; version=0\.0\.4/);
  assert.equal(metrics.body.match(/^agent_usage_requests_total\{/gm)?.length, names.length);
  assert.doesNotMatch(metrics.body, /2026-/);
  const checked = spawnSync("promtool", ["check", "metrics"], { input: metrics.body, encoding: "utf8" });
  assert.deepEqual([checked.status, checked.stdout, checked.stderr], [0, "", ""]);
});
