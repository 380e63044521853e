import type { AnyEnv } from "../../../src/base/edges.ts";
import { isLoopback } from "./places.ts";
import { readPrivateFile } from "./private-file.ts";

/** Where metrics are sent by OTLP over HTTP. */
export interface Otlp {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly serviceName: string;
  readonly intervalMs: number;
}

export interface GivenOtlp {
  readonly otlpEndpoint?: string;
  readonly otlpHeadersFile?: string;
  /** In seconds. */
  readonly otlpInterval?: number;
}

export type LoadedOtlp =
  | { readonly status: "off" }
  | { readonly status: "on"; readonly otlp: Otlp }
  /** Which setting, or which of OpenTelemetry's variables, is wrong. `message` goes after its name. */
  | { readonly status: "wrong"; readonly setting: keyof GivenOtlp; readonly message: string }
  | { readonly status: "wrong"; readonly variable: string; readonly message: string };

const PATH = "/v1/metrics";
const USUAL_NAME = "agent-usage-collector";
const USUAL_SECONDS = 60;
/** OpenTelemetry's own bounds do not exist; a timer has these. */
const MAX_INTERVAL_MS = 86_400_000;
export const OTLP_URL = "must be an https URL (http only on loopback), without user, password or query";
const PAIRS = "must be name=value pairs with a comma between them";
const LINES = "must have lines such as Authorization: Bearer SECRET";

/** The URL of an OTLP receiver, without its path for metrics; `undefined` if what is sent could be read on the way. */
export function parseEndpoint(text: string): string | undefined {
  if (!URL.canParse(text) || /^[^/]*\/\/[^/]*@|[?#\s]/.test(text)) return undefined;
  const { protocol, hostname } = new URL(text);
  const isOnLoopback = isLoopback(hostname.replace(/^\[|\]$/g, ""));
  return protocol === "https:" || (protocol === "http:" && isOnLoopback) ? text : undefined;
}

/** Takes the settings together, with the headers from their file; without an endpoint, OpenTelemetry's own variables. */
export async function loadOtlp(given: GivenOtlp, env: AnyEnv): Promise<LoadedOtlp> {
  const { otlpEndpoint, otlpHeadersFile, otlpInterval } = given;
  if (otlpEndpoint === undefined) {
    const [setting] = (["otlpHeadersFile", "otlpInterval"] as const).filter(
      (key) => given[key] !== undefined,
    );
    if (setting !== undefined) return { status: "wrong", setting, message: "needs otlpEndpoint as well" };
    return fromEnvironment(env);
  }
  const wrong = { status: "wrong", setting: "otlpHeadersFile" } as const;
  const file = otlpHeadersFile === undefined ? undefined : await readPrivateFile(otlpHeadersFile);
  if (file?.status === "wrong") return { ...wrong, message: file.message };
  const headers = headersOf((file?.text ?? "").split(/\r?\n/), ":");
  if (headers === undefined) return { ...wrong, message: LINES };
  const url = metricsUrl(otlpEndpoint);
  const intervalMs = (otlpInterval ?? USUAL_SECONDS) * 1_000;
  return { status: "on", otlp: { url, headers, serviceName: USUAL_NAME, intervalMs } };
}

/** As the SDKs of OpenTelemetry read their variables. */
function fromEnvironment(env: AnyEnv): LoadedOtlp {
  const own = env["OTEL_EXPORTER_OTLP_METRICS_ENDPOINT"] || undefined;
  const shared = env["OTEL_EXPORTER_OTLP_ENDPOINT"] || undefined;
  const isDisabled = env["OTEL_SDK_DISABLED"] === "true" || env["OTEL_METRICS_EXPORTER"] === "none";
  const endpoint = own ?? shared;
  if (endpoint === undefined || isDisabled) return { status: "off" };
  const wrong = (variable: string, message: string): LoadedOtlp => ({ status: "wrong", variable, message });
  if (parseEndpoint(endpoint) === undefined)
    return wrong(`OTEL_EXPORTER_OTLP_${own === undefined ? "" : "METRICS_"}ENDPOINT`, OTLP_URL);
  for (const variable of ["OTEL_EXPORTER_OTLP_METRICS_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL"])
    if (env[variable] === "grpc") return wrong(variable, "must be http/json or http/protobuf");
  const named = env["OTEL_EXPORTER_OTLP_METRICS_HEADERS"] ? "METRICS_" : "";
  const variable = `OTEL_EXPORTER_OTLP_${named}HEADERS`;
  const headers = headersOf((env[variable] ?? "").split(","), "=");
  if (headers === undefined) return wrong(variable, PAIRS);
  const interval = env["OTEL_METRIC_EXPORT_INTERVAL"] || String(USUAL_SECONDS * 1_000);
  if (!/^[1-9]\d{2,7}$/.test(interval) || Number(interval) > MAX_INTERVAL_MS)
    return wrong("OTEL_METRIC_EXPORT_INTERVAL", "must be milliseconds, from 100 to a day");
  const url = own ?? metricsUrl(endpoint);
  const serviceName = env["OTEL_SERVICE_NAME"] || USUAL_NAME;
  return { status: "on", otlp: { url, headers, serviceName, intervalMs: Number(interval) } };
}

function metricsUrl(endpoint: string): string {
  const base = endpoint.replace(/\/+$/, "");
  return base.endsWith(PATH) ? base : `${base}${PATH}`;
}

/** Headers of the request itself. */
const OURS = new Set(["content-type", "content-length", "host", "transfer-encoding", "connection"]);

/** `undefined` if a part is no header. Values in pairs are percent-encoded. */
function headersOf(parts: readonly string[], separator: ":" | "="): Record<string, string> | undefined {
  const headers: Record<string, string> = {};
  for (const part of parts.map((text) => text.trim()).filter((text) => text !== "")) {
    const at = part.indexOf(separator);
    const name = part.slice(0, Math.max(0, at)).trim().toLowerCase();
    const value = decoded(part.slice(at + 1).trim(), separator);
    if (!/^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(name) || OURS.has(name)) return undefined;
    if (value === undefined || !/^[\x20-\x7e]+$/.test(value)) return undefined;
    headers[name] = value;
  }
  return headers;
}

function decoded(value: string, separator: ":" | "="): string | undefined {
  if (separator === ":") return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}
