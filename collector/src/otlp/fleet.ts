import type { Store } from "../store/index.ts";
import type { Metric, Point } from "./metrics.ts";

const TYPES = {
  input: "inputTokens",
  output: "outputTokens",
  cache_creation: "cacheCreationTokens",
  cache_read: "cacheReadTokens",
} as const;

/** What the fleet used, how full its limits are, and when its machines were last seen. */
export async function fleetMetrics(
  store: Pick<Store, "counters" | "limits" | "machines">,
): Promise<Metric[]> {
  const [counters, limits, machines] = [await store.counters(), await store.limits(), await store.machines()];
  return [
    {
      name: "agent_usage.tokens",
      description: "Tokens used since the machine joined.",
      unit: "{token}",
      kind: "sum",
      points: counters.flatMap(({ program, machine, model, since, ...counts }) =>
        Object.entries(TYPES).map(
          ([type, key]): Point => ({
            attributes: { program, machine, model, type },
            value: counts[key],
            since,
          }),
        ),
      ),
    },
    {
      name: "agent_usage.requests",
      description: "Requests since the machine joined.",
      unit: "{request}",
      kind: "sum",
      points: counters.map(({ program, machine, model, since, requests }) => ({
        attributes: { program, machine, model },
        value: requests,
        since,
      })),
    },
    {
      name: "agent_usage.limit.percent",
      description: "How much of a limit is used. One without an account is a machine's own.",
      unit: "%",
      kind: "gauge",
      points: limits.flatMap(({ account, machine, kind, group, model, percent }): Point[] => {
        const owner = account === null ? { machine: machine ?? "" } : { account };
        const attributes = { ...owner, kind, group, ...(model !== null && { model }) };
        return percent === null ? [] : [{ attributes, value: percent }];
      }),
    },
    {
      name: "agent_usage.machine.last_seen",
      description: "When the machine's last push arrived, in seconds since 1970.",
      unit: "s",
      kind: "gauge",
      points: machines.flatMap(({ id, lastSeen }): Point[] =>
        lastSeen === null ? [] : [{ attributes: { machine: id }, value: lastSeen / 1_000 }],
      ),
    },
  ];
}
