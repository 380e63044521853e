/** A series' value. */
export interface Point {
  readonly attributes: Readonly<Record<string, string>>;
  readonly value: number;
  /** Since when a sum has been counting, in epoch milliseconds. */
  readonly since?: number;
}

export interface Metric {
  readonly name: string;
  readonly description: string;
  readonly unit: string;
  /** A sum counts up from its start; a gauge is what holds now. */
  readonly kind: "sum" | "gauge";
  readonly points: readonly Point[];
}

/** What the metrics are of. */
export type Resource = Readonly<Record<string, string>>;

/** AGGREGATION_TEMPORALITY_CUMULATIVE: each value counts from the start, so a request that was lost loses nothing. */
const CUMULATIVE = 2;
const MAX_INT64 = 2n ** 63n - 1n;

/** The body of an OTLP request in JSON. @param at epoch milliseconds */
export function requestBody(
  resource: Resource,
  metrics: readonly Metric[],
  version: string,
  at: number,
): string {
  const scope = { name: "agent-usage-collector", version };
  const scopeMetrics = [{ scope, metrics: metrics.map((metric) => encoded(metric, at)) }];
  return JSON.stringify({
    resourceMetrics: [{ resource: { attributes: attributesOf(resource) }, scopeMetrics }],
  });
}

function encoded({ name, description, unit, kind, points }: Metric, at: number) {
  const timeUnixNano = nanoseconds(at);
  const dataPoints = points.map(({ attributes, value, since }) => ({
    attributes: attributesOf(attributes),
    ...(since !== undefined && { startTimeUnixNano: nanoseconds(since) }),
    timeUnixNano,
    ...(kind === "sum" ? { asInt: integer(value) } : { asDouble: value }),
  }));
  const shared = { name, description, unit };
  return kind === "sum"
    ? { ...shared, sum: { dataPoints, aggregationTemporality: CUMULATIVE, isMonotonic: true } }
    : { ...shared, gauge: { dataPoints } };
}

function attributesOf(attributes: Readonly<Record<string, string>>) {
  return Object.entries(attributes).map(([key, stringValue]) => ({ key, value: { stringValue } }));
}

/** JSON numbers are inexact here, so OTLP writes 64-bit integers as texts. */
function nanoseconds(ms: number): string {
  return `${Math.round(ms)}000000`;
}

function integer(value: number): string {
  const exact = BigInt(Math.trunc(value));
  return String(exact > MAX_INT64 ? MAX_INT64 : exact);
}
