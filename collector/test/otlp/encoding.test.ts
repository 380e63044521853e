// Metrics in OTLP's JSON, compared with what OpenTelemetry's own serializer makes of the same values.
import assert from "node:assert/strict";
import { test } from "node:test";
import { JsonMetricsSerializer } from "@opentelemetry/otlp-transformer";
import { resourceFromAttributes } from "@opentelemetry/resources";
import {
  AggregationTemporality,
  type DataPoint,
  DataPointType,
  InstrumentType,
  type ResourceMetrics,
} from "@opentelemetry/sdk-metrics";
import { type Metric, requestBody } from "../../src/otlp/index.ts";

const AT = Date.parse("2026-11-22T10:00:00.123Z");
const SINCE = Date.parse("2026-11-01T00:00:00.000Z");
const RESOURCE = { "service.name": "agent-usage-collector", "service.instance.id": "1" };
const METRICS: readonly Metric[] = [
  {
    name: "agent_usage.tokens",
    description: "Tokens",
    unit: "{token}",
    kind: "sum",
    points: [
      { attributes: { machine: "1", model: 'a"\\\n\u2028é' }, value: 2 ** 53 - 1, since: SINCE },
      { attributes: {}, value: 0, since: SINCE },
    ],
  },
  {
    name: "agent_usage.limit.percent",
    description: "Limit",
    unit: "%",
    kind: "gauge",
    points: [{ attributes: { account: "team" }, value: 12.5 }],
  },
];

const hrTime = (ms: number): [number, number] => [Math.floor(ms / 1_000), (ms % 1_000) * 1_000_000];

/** The same values as the SDK holds them. */
function asSdk(): ResourceMetrics {
  const metrics = METRICS.map(({ name, description, unit, kind, points }) => {
    const descriptor = { name, description, unit, valueType: kind === "sum" ? 0 : 1, advice: {} };
    const dataPoints = points.map(
      ({ attributes, value, since }): DataPoint<number> => ({
        attributes,
        value,
        startTime: hrTime(since ?? 0),
        endTime: hrTime(AT),
      }),
    );
    const shared = { dataPoints, aggregationTemporality: AggregationTemporality.CUMULATIVE };
    return kind === "sum"
      ? {
          ...shared,
          descriptor: { ...descriptor, type: InstrumentType.COUNTER },
          dataPointType: DataPointType.SUM as const,
          isMonotonic: true,
        }
      : {
          ...shared,
          descriptor: { ...descriptor, type: InstrumentType.GAUGE },
          dataPointType: DataPointType.GAUGE as const,
        };
  });
  const scope = { name: "agent-usage-collector", version: "0.1.0" };
  return { resource: resourceFromAttributes(RESOURCE), scopeMetrics: [{ scope, metrics }] };
}

/** Integers as numbers and without what is optional: both ways are OTLP. */
function comparable(text: string): unknown {
  return JSON.parse(text, (key, value: unknown) => {
    if (key === "asInt") return Number(value);
    if (key === "droppedAttributesCount" || key === "schemaUrl") return undefined;
    // Gauges have no start; the SDK always sends one.
    return key === "startTimeUnixNano" && value === "0" ? undefined : value;
  });
}

test("what is sent is what OpenTelemetry's own serializer makes of it", () => {
  const theirs = new TextDecoder().decode(JsonMetricsSerializer.serializeRequest(asSdk()));
  assert.deepEqual(comparable(requestBody(RESOURCE, METRICS, "0.1.0", AT)), comparable(theirs));
});

test("a sum past 2^63 stops there", () => {
  const [metric] = METRICS;
  assert.ok(metric);
  const body = requestBody({}, [{ ...metric, points: [{ attributes: {}, value: 2 ** 70 }] }], "0.1.0", AT);
  assert.match(body, /"asInt":"9223372036854775807"/);
});
