// The rules of Prometheus and the queries of the Grafana dashboard, with Debian's Prometheus. Skipped where that is missing.
// AGENT_USAGE_LONG_TESTS=1 to start it.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cp, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { type RunningCollector, runCollector } from "../../../test/support/collector-program.ts";
import { SNAPSHOT } from "../../../test/support/collector-snapshot.ts";
import { DEPLOY, deployFile, yamlFile } from "../../../test/support/deploy/files.ts";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { joined } from "../../../test/support/joined.ts";
import { freePort } from "../../../test/support/loopback.ts";
import { isMissing, replaced, started } from "../../../test/support/reverse-proxy.ts";

function promtool(...args: string[]): void {
  const { status, stdout, stderr } = spawnSync("promtool", args, { encoding: "utf8" });
  assert.equal(status, 0, stdout + stderr);
}

test("the rules are correct, and alert when they should", { skip: isMissing("promtool") }, () => {
  promtool("check", "rules", join(DEPLOY, "prometheus/rules.yml"));
  promtool("test", "rules", join(DEPLOY, "prometheus/rules.test.yml"));
});

const dashboard = z.object({
  panels: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
      targets: z.array(z.object({ expr: z.string() })),
    }),
  ),
});
const panels = async () => dashboard.parse(JSON.parse(await deployFile("grafana/agent-usage.json"))).panels;

test("no two panels of the dashboard have the same id or place", async () => {
  const cells = new Set<string>();
  const all = await panels();
  assert.equal(new Set(all.map(({ id }) => id)).size, all.length);
  for (const { title, gridPos } of all) {
    assert.ok(gridPos.x + gridPos.w <= 24, title);
    for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++) {
      for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
        assert.ok(!cells.has(`${x} ${y}`), title);
        cells.add(`${x} ${y}`);
      }
    }
  }
});

/** Prometheus with the settings in deploy/, but every second. */
async function prometheusOf(t: TestContext, collector: RunningCollector) {
  const folder = await temporaryFolder(t);
  const made = await collector.command("key", "create", "--name", "prometheus", "--metrics");
  await writeFile(join(folder, "key"), made.stdout.trim(), { mode: 0o600 });
  await cp(collector.caFile, join(folder, "ca.pem"));
  await cp(join(DEPLOY, "prometheus/rules.yml"), join(folder, "rules.yml"));
  const settings = replaced(await deployFile("prometheus/prometheus.yml"), [
    ["collector1:8443, collector2:8443", new URL(collector.url).host],
    ["scrape_interval: 60s", "scrape_interval: 1s"],
  ]);
  const file = join(folder, "prometheus.yml");
  await writeFile(file, `global: { evaluation_interval: 1s }\n${settings}`);
  promtool("check", "config", file);
  const port = await freePort();
  const child = started(
    t,
    "prometheus",
    [
      `--config.file=${file}`,
      `--storage.tsdb.path=${join(folder, "data")}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ],
    {},
  );
  return { port, child };
}

const answered = z.object({
  status: z.string(),
  error: z.string().optional(),
  data: z
    .object({
      resultType: z.string(),
      result: z.array(z.object({ value: z.tuple([z.number(), z.string()]) })),
    })
    .optional(),
});

test("every query of the rules and the dashboard has an answer in a Prometheus that scraped a collector", {
  skip:
    (process.env["AGENT_USAGE_LONG_TESTS"] === "1" ? false : "long") ||
    isMissing("prometheus") ||
    isMissing("promtool"),
}, async (t) => {
  const collector = await runCollector(t);
  const token = await joined(collector);
  const body = SNAPSHOT;
  assert.equal((await collector.send("POST", "/agent-usage", { token, body })).status, 204);
  const { port, child } = await prometheusOf(t, collector);
  const ask = async (query: string) => {
    const url = `http://127.0.0.1:${port}/api/v1/query?query=${encodeURIComponent(query)}`;
    return answered.parse(await (await fetch(url)).json());
  };
  const isScraped = async () => {
    // A rate needs two scrapes.
    const { data } = await ask("count_over_time(agent_usage_requests_total[5m]) >= 2");
    return (data?.result.length ?? 0) > 0;
  };
  while (!(await isScraped().catch(() => false))) {
    assert.equal(child.exitCode, null, "Prometheus ended by itself");
    await sleep(100);
  }
  const [rules] = (await yamlFile("prometheus/rules.yml")) as {
    groups: { rules: { expr: string; alert?: string }[] }[];
  }[];
  const ofRules = (rules?.groups ?? []).flatMap((group) => group.rules);
  for (const { expr } of ofRules) assert.equal((await ask(expr)).status, "success", expr);
  const shown = await panels();
  assert.ok(ofRules.length >= 8 && shown.length >= 10);
  for (const { title, targets } of shown) {
    for (const { expr } of targets) {
      const query = expr.replaceAll("$program", ".*").replaceAll("$__range", "1h");
      const { status, error, data } = await ask(query);
      assert.equal(status, "success", `${title}: ${error}`);
      assert.equal(data?.resultType, "vector");
      // Nothing was alerted yet.
      if (!query.includes("alert_deliveries")) assert.ok(data.result.length > 0, `${title}: ${query}`);
    }
  }
  const machines = shown.find(({ title }) => title === "Machines")?.targets[0]?.expr ?? "";
  assert.equal((await ask(machines)).data?.result[0]?.value[1], "1");
});
