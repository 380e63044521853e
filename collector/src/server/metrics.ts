import type { FastifyInstance } from "fastify";
import { admit } from "./caller.ts";
import type { ServerContext } from "./context.ts";

type Labels = Readonly<Record<string, string>>;
type Sample = readonly [labels: Labels, value: number];

const TOKENS = {
  input: "inputTokens",
  output: "outputTokens",
  cache_creation: "cacheCreationTokens",
  cache_read: "cacheReadTokens",
} as const;

/** `GET /metrics`, in Prometheus' text format. No label holds a day. */
export function routeMetrics(app: FastifyInstance, context: ServerContext): void {
  app.get("/metrics", async (request, reply) => {
    if ((await admit(request, reply, "metrics", context)) === undefined) return reply;
    return reply.type("text/plain; version=0.0.4; charset=utf-8").send(await metricsText(context));
  });
}

async function metricsText({ store, pushes, alerts }: ServerContext): Promise<string> {
  const [counters, limits, machines] = [await store.counters(), await store.limits(), await store.machines()];
  return [
    family(
      "agent_usage_tokens_total",
      "counter",
      "Tokens used since the machine joined.",
      counters.flatMap(({ program, machine, model, ...counts }) =>
        Object.entries(TOKENS).map(([type, key]): Sample => [{ program, machine, model, type }, counts[key]]),
      ),
    ),
    family(
      "agent_usage_requests_total",
      "counter",
      "Requests since the machine joined.",
      counters.map(
        ({ program, machine, model, requests }): Sample => [{ program, machine, model }, requests],
      ),
    ),
    family(
      "agent_usage_limit_percent",
      "gauge",
      "How much of a limit is used. One without an account is a machine's own.",
      limits.flatMap(({ account, machine, kind, group, model, percent }): Sample[] => {
        const own: Labels = account === null ? { machine: machine ?? "" } : {};
        const labels = { account: account ?? "", kind, group, model: model ?? "", ...own };
        return percent === null ? [] : [[labels, percent]];
      }),
    ),
    family(
      "agent_usage_last_seen_timestamp_seconds",
      "gauge",
      "When the machine's last push arrived.",
      machines.flatMap(({ id, lastSeen }): Sample[] =>
        lastSeen === null ? [] : [[{ machine: id }, lastSeen / 1000]],
      ),
    ),
    family(
      "agent_usage_collector_pushes_total",
      "counter",
      "Pushes answered by this process, by answer.",
      [...pushes.all()].map(([status, count]): Sample => [{ status }, count]),
    ),
    family(
      "agent_usage_collector_alert_deliveries_total",
      "counter",
      "Attempts of this process to deliver an alert, by kind of channel and answer.",
      [...alerts.counts.all()].map(({ kind, answer, count }): Sample => [{ channel: kind, answer }, count]),
    ),
  ].join("");
}

function family(name: string, type: string, help: string, samples: readonly Sample[]): string {
  const lines = samples.map(([labels, value]) => `${name}{${labelsText(labels)}} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
}

function labelsText(labels: Labels): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${value.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n")}"`)
    .join(",");
}
