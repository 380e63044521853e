// Metrics as a receiver gets them from running collectors. AGENT_USAGE_LONG_TESTS=1 for two collectors on one database.
import assert from "node:assert/strict";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { type RunningCollector, runCollector } from "../../../test/support/collector-program.ts";
import { SNAPSHOT } from "../../../test/support/collector-snapshot.ts";
import { temporaryFolder } from "../../../test/support/folder.ts";
import { joined } from "../../../test/support/joined.ts";
import { postgresMissing, startPostgres } from "../../../test/support/store/postgres.ts";

interface Point {
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue: string } }[];
  readonly startTimeUnixNano?: string;
  readonly timeUnixNano: string;
  readonly asInt?: string;
  readonly asDouble?: number;
}

interface Body {
  readonly resourceMetrics: readonly [
    {
      readonly resource: { readonly attributes: Point["attributes"] };
      readonly scopeMetrics: readonly [
        {
          readonly metrics: readonly [
            {
              readonly name: string;
              readonly sum?: { readonly dataPoints: readonly Point[] };
              readonly gauge?: { readonly dataPoints: readonly Point[] };
            },
          ];
        },
      ];
    },
  ];
}

interface Got {
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly name: string;
  /** Undefined for what is the same in all processes. */
  readonly instance: string | undefined;
  readonly points: readonly (readonly [
    attributes: Record<string, string>,
    value: number,
    since: string | undefined,
  ])[];
}

const named = (attributes: Point["attributes"]) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue]));

/** A receiver on loopback. @param answer the status of the `n`th request */
async function receiver(t: TestContext, answer: (n: number) => number = () => 200) {
  const got: Got[] = [];
  let requests = 0;
  const take = ({ url, headers }: IncomingMessage, body: Body, status: number) => {
    if (status !== 200) return;
    const [{ resource, scopeMetrics }] = body.resourceMetrics;
    const [metric] = scopeMetrics[0].metrics;
    const points = (metric.sum ?? metric.gauge)?.dataPoints ?? [];
    got.push({
      path: url,
      headers,
      name: metric.name,
      instance: named(resource.attributes)["service.instance.id"],
      points: points.map((point) => [
        named(point.attributes),
        point.asDouble ?? Number(point.asInt),
        point.startTimeUnixNano,
      ]),
    });
  };
  const server = createServer((request, response) => {
    void json(request).then((body) => {
      const status = answer(++requests);
      take(request, body as Body, status);
      response.writeHead(status).end("{}");
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.close());
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);
  const until = async (isEnough: () => boolean) => {
    while (!isEnough()) await sleep(20);
  };
  return { got, until, url: `http://127.0.0.1:${address.port}` };
}

async function push(collector: RunningCollector): Promise<void> {
  const token = await joined(collector);
  assert.equal((await collector.send("POST", "/agent-usage", { token, body: SNAPSHOT })).status, 204);
}

test("a receiver gets running totals and limits, with the headers from the file, after failures too", async (t) => {
  const { got, until, url } = await receiver(t, (n) => (n === 1 ? 503 : n === 2 ? 401 : 200));
  const file = join(await temporaryFolder(t), "headers");
  await writeFile(file, "Authorization: Bearer s3cret", { mode: 0o600 });
  const collector = await runCollector(t, {
    args: ["--otlp-endpoint", url, "--otlp-headers-file", file, "--otlp-interval", "1"],
  });
  await push(collector);
  const metric = (name: string) => got.findLast((one) => one.name === name);
  const names = ["tokens", "requests", "limit.percent", "machine.last_seen", "collector.pushes"];
  await until(() => names.every((name) => metric(`agent_usage.${name}`) !== undefined));
  const tokens = metric("agent_usage.tokens");
  assert.equal(tokens?.path, "/v1/metrics");
  assert.equal(tokens.headers.authorization, "Bearer s3cret");
  assert.equal(tokens.headers["content-type"], "application/json");
  const of = { program: "agent-usage", machine: "1", model: "claude-sonnet-4" };
  assert.deepEqual(
    tokens.points.map(([attributes, value]) => [attributes, value]),
    [
      [{ ...of, type: "input" }, 2],
      [{ ...of, type: "output" }, 3],
      [{ ...of, type: "cache_creation" }, 4],
      [{ ...of, type: "cache_read" }, 5],
    ],
  );
  const key = await collector.key();
  const { body } = await collector.send("GET", "/api/v1/machines", { token: key });
  const [machine] = (JSON.parse(body) as { machines: { firstSeen: string }[] }).machines;
  assert.equal(tokens.points[0]?.[2], `${Date.parse(machine?.firstSeen ?? "")}000000`);
  assert.deepEqual(metric("agent_usage.limit.percent")?.points, [
    [{ account: "team", kind: "session", group: "session" }, 12, undefined],
  ]);
  assert.deepEqual(
    metric("agent_usage.collector.pushes")?.points.map(([attributes]) => attributes),
    [{ status: "stored" }],
  );

  collector.program.child.kill();
  const { code, stderr } = await collector.program.ended;
  assert.equal(code, 0);
  assert.match(stderr, /metrics could not be sent/);
  assert.match(stderr, /HTTP 401/);
  assert.match(stderr, /metrics are sent again/);
  assert.doesNotMatch(stderr, /s3cret/);
});

test("a receiver that never answers holds up neither pushes nor the end", async (t) => {
  const server = createServer(() => {});
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  t.after(() => server.closeAllConnections());
  t.after(() => server.close());
  const address = server.address();
  assert.ok(typeof address === "object" && address !== null);
  const env = {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${address.port}`,
    OTEL_METRIC_EXPORT_INTERVAL: "100",
  };
  const collector = await runCollector(t, { env });
  const asked = once(server, "request");
  await push(collector);
  await asked;
  await push(collector);
  collector.program.child.kill();
  assert.equal((await collector.program.ended).code, 0);
});

test("of two collectors on one database one sends what the fleet used, and another goes on when it stops", {
  skip: process.env["AGENT_USAGE_LONG_TESTS"] === "1" ? await postgresMissing() : "long",
}, async (t) => {
  const server = await startPostgres();
  t.after(() => server.remove());
  const database = await server.createDatabase();
  const start = async () => {
    const { got, until, url } = await receiver(t);
    const env = {
      AGENT_USAGE_COLLECTOR_DATABASE: database,
      OTEL_METRIC_EXPORT_INTERVAL: "200",
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
    };
    const collector = await runCollector(t, { env });
    await push(collector);
    /** Whether its last rounds had the fleet's metrics. A round begins with what the process counted itself. */
    const sendsFleet = () => {
      const starts = got.flatMap(({ instance }, index) => (instance === undefined ? [] : [index]));
      if (starts.length < 4) return undefined;
      return got.slice(starts.at(-4), starts.at(-1)).some(({ name }) => name === "agent_usage.requests");
    };
    return { collector, until, sendsFleet };
  };
  const [first, second] = [await start(), await start()];
  await first.until(() => [first, second].filter(({ sendsFleet }) => sendsFleet() === true).length === 1);
  await first.until(() => [first, second].filter(({ sendsFleet }) => sendsFleet() === false).length === 1);
  const [sender, other] = first.sendsFleet() === true ? [first, second] : [second, first];
  sender.collector.program.child.kill();
  assert.equal((await sender.collector.program.ended).code, 0);
  await other.until(() => other.sendsFleet() === true);
});
