// Where metrics are sent: the collector's own settings, and OpenTelemetry's variables.
import assert from "node:assert/strict";
import { chmod, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type TestContext, test } from "node:test";
import { describeProblem } from "../../../src/base/settings/problem.ts";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { loadSettings, type Otlp } from "../../src/settings/index.ts";

async function load(t: TestContext, env: Record<string, string>): Promise<Otlp | undefined | string> {
  const loaded = await loadSettings(new Map(), { HOME: await temporaryFolder(t), ...env });
  if (loaded.status === "ok") return loaded.settings.otlp;
  return loaded.problems.map((problem) => describeProblem(problem)).join("\n");
}

const ENDPOINT = "AGENT_USAGE_COLLECTOR_OTLP_ENDPOINT";
const STANDARD = "OTEL_EXPORTER_OTLP_ENDPOINT";

test("nothing is sent unless an endpoint is set", async (t) => {
  assert.equal(await load(t, {}), undefined);
  assert.equal(await load(t, { OTEL_EXPORTER_OTLP_HEADERS: "a=b", OTEL_SERVICE_NAME: "x" }), undefined);
  assert.equal(await load(t, { [STANDARD]: "https://receiver:4318", OTEL_SDK_DISABLED: "true" }), undefined);
});

test("the endpoint, the headers' file and the interval are settings", async (t) => {
  const file = join(await temporaryFolder(t), "headers");
  await writeFile(file, "Authorization: Bearer s3cret=\n\nX-Scope: a: b\n", { mode: 0o600 });
  const env = {
    [ENDPOINT]: "https://receiver:4318/",
    AGENT_USAGE_COLLECTOR_OTLP_HEADERS_FILE: file,
    AGENT_USAGE_COLLECTOR_OTLP_INTERVAL: "300",
    // The collector's own settings win.
    [STANDARD]: "https://other:4318",
  };
  assert.deepEqual(await load(t, env), {
    url: "https://receiver:4318/v1/metrics",
    headers: { authorization: "Bearer s3cret=", "x-scope": "a: b" },
    serviceName: "agent-usage-collector",
    intervalMs: 300_000,
  });
  await chmod(file, 0o640);
  const problem = await load(t, env);
  assert.ok(typeof problem === "string");
  assert.match(problem, /OTLP_HEADERS_FILE .*must be readable only by its owner/);
});

test("OpenTelemetry's own variables work where the settings say nothing", async (t) => {
  const env = {
    [STANDARD]: "http://127.0.0.1:4318",
    OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20a,x-scope=b",
    OTEL_METRIC_EXPORT_INTERVAL: "5000",
    OTEL_SERVICE_NAME: "usage",
  };
  assert.deepEqual(await load(t, env), {
    url: "http://127.0.0.1:4318/v1/metrics",
    headers: { authorization: "Bearer a", "x-scope": "b" },
    serviceName: "usage",
    intervalMs: 5_000,
  });
  const whole = await load(t, { ...env, OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: "https://receiver/otlp" });
  assert.ok(typeof whole === "object");
  assert.equal(whole.url, "https://receiver/otlp");
});

test("what could be read on the way, or is no header, is refused by name and never printed", async (t) => {
  const wrong: readonly (readonly [string, Record<string, string>])[] = [
    [ENDPOINT, { [ENDPOINT]: "http://receiver:4318/s3cret" }],
    [ENDPOINT, { [ENDPOINT]: "https://user:s3cret@receiver" }],
    [ENDPOINT, { [ENDPOINT]: "https://receiver?key=s3cret" }],
    [
      "AGENT_USAGE_COLLECTOR_OTLP_INTERVAL",
      { [ENDPOINT]: "https://receiver", AGENT_USAGE_COLLECTOR_OTLP_INTERVAL: "0" },
    ],
    ["AGENT_USAGE_COLLECTOR_OTLP_INTERVAL", { AGENT_USAGE_COLLECTOR_OTLP_INTERVAL: "60" }],
    [STANDARD, { [STANDARD]: "http://receiver:4318" }],
    ["OTEL_EXPORTER_OTLP_HEADERS", { [STANDARD]: "https://receiver", OTEL_EXPORTER_OTLP_HEADERS: "s3cret" }],
    [
      "OTEL_EXPORTER_OTLP_HEADERS",
      { [STANDARD]: "https://receiver", OTEL_EXPORTER_OTLP_HEADERS: "a=s3cret%0a" },
    ],
    ["OTEL_EXPORTER_OTLP_PROTOCOL", { [STANDARD]: "https://receiver", OTEL_EXPORTER_OTLP_PROTOCOL: "grpc" }],
    ["OTEL_METRIC_EXPORT_INTERVAL", { [STANDARD]: "https://receiver", OTEL_METRIC_EXPORT_INTERVAL: "soon" }],
  ];
  for (const [name, env] of wrong) {
    const problem = await load(t, env);
    assert.ok(typeof problem === "string");
    assert.match(problem, new RegExp(`^${name} `), problem);
    assert.doesNotMatch(problem, /s3cret/);
  }
});
