/* Metrics for receivers of OpenTelemetry, by OTLP over HTTP. */
export { type ExporterOptions, exportMetrics } from "./exporter.ts";
export { type Metric, requestBody } from "./metrics.ts";
